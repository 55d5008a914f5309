import { begun } from "./store.js";

const A_DAY = 86_400_000; // ms

// The code stands behind the # of the address: no server logs it, and it leaves at once.
function enter() {
  const code = decodeURIComponent(window.location.hash.slice(1));
  if (!/^[0-9A-Za-z-]{4,20}$/.test(code)) return;
  window.history.replaceState(null, "", window.location.pathname);
  document.querySelector("#id_code").value = code;
  document.querySelector("[data-door]").submit();
}
enter();
// Another code scanned in the same tab changes nothing but the hash.
window.addEventListener("hashchange", enter);

// A page that was closed, or reloaded without a network, is found again without the code.
async function leadBack() {
  const box = document.querySelector("[data-begun]");
  for (const list of await begun(Date.now() - A_DAY).catch(() => [])) {
    const [code, isSecond] = list.split("/");
    const link = document.createElement("a");
    link.className = "button";
    link.href = box.dataset[isSecond ? "second" : "write"].replace("CODE", code);
    link.textContent = `${box.dataset.word} ${code}`;
    box.append(link);
  }
}
leadBack();
