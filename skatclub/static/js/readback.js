// Reads a list aloud, line by line, with the voice of the browser.
const box = document.querySelector("[data-readback]");
const rows = [...document.querySelectorAll("[data-say]")];
const voice = window.speechSynthesis;
const language = document.documentElement.lang || "de";
let at = 0;
let isReading = false;

const voices = () => (voice?.getVoices() ?? []).filter((one) => one.lang.toLowerCase().startsWith(language.slice(0, 2)));

function offer() {
  const has = voices().length > 0 && rows.length > 0;
  if (box) box.hidden = !has;
  for (const note of document.querySelectorAll("[data-voiceless]")) note.hidden = has;
}

function mark() {
  rows.forEach((row, index) => row.classList.toggle("is-current", index === at));
  rows[at]?.scrollIntoView({ block: "center" });
}

function label() {
  const button = box.querySelector("[data-readback-go]");
  button.dataset.go ??= button.textContent;
  button.textContent = isReading ? button.dataset.stop : button.dataset.go;
}

function say() {
  if (!isReading) return;
  mark();
  const words = new SpeechSynthesisUtterance(rows[at].dataset.say);
  words.voice = voices()[0];
  words.lang = words.voice.lang;
  words.rate = Number(box.querySelector("[data-readback-speed]").value);
  words.onend = () => {
    if (!isReading || words !== say.last) return;
    if (at + 1 === rows.length) return toggle();
    at += 1;
    say();
  };
  say.last = words;
  voice.speak(words);
}

function toggle() {
  isReading = !isReading;
  voice.cancel();
  if (isReading && at + 1 === rows.length) at = 0;
  label();
  say();
}

function back() {
  say.last = null;
  voice.cancel();
  at = Math.max(0, at - 1);
  mark();
  say();
}

if (box && voice) {
  offer();
  voice.addEventListener?.("voiceschanged", offer);
  box.querySelector("[data-readback-go]").addEventListener("click", toggle);
  box.querySelector("[data-readback-back]").addEventListener("click", back);
  document.addEventListener("keydown", (event) => {
    if (box.hidden || event.target.closest("input, textarea, select, button, a")) return;
    if (event.key !== " " && event.key !== "ArrowLeft") return;
    event.preventDefault();
    if (event.key === " ") toggle();
    else back();
  });
  window.addEventListener("pagehide", () => voice.cancel());
}
