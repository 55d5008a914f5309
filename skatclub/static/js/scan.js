// The camera of this machine reads the codes of lists: single pictures go to the server.
const box = document.querySelector("[data-scan]");
const WAIT = 400; // ms between two pictures
const PATIENCE = 20_000; // ms; then an answer counts as lost
const WIDTH = 1600;

function begin() {
  const [start, stop] = ["start", "stop"].map((name) => box.querySelector(`[data-scan-${name}]`));
  const video = box.querySelector("video");
  const said = box.querySelector("[data-scan-said]");
  const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
  let stream = null;
  box.hidden = false;

  start.addEventListener("click", async () => {
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment", width: { ideal: WIDTH } } });
    } catch {
      said.textContent = said.dataset.refused;
      return;
    }
    video.srcObject = stream;
    await video.play();
    show(true);
    said.textContent = said.dataset.looking;
    look();
  });
  stop.addEventListener("click", end);

  function show(isOn) {
    start.hidden = isOn;
    video.hidden = stop.hidden = !isOn;
  }

  function end() {
    stream?.getTracks().forEach((track) => track.stop());
    stream = null;
    said.textContent = "";
    show(false);
  }

  async function look() {
    while (stream) {
      if (await sent()) {
        end();
        window.location.assign(window.location.pathname);
        return;
      }
      await new Promise((resolve) => { setTimeout(resolve, WAIT); });
    }
  }

  // Tells whether a list has come in; what speaks against one is said, and it goes on.
  async function sent() {
    const form = new FormData();
    form.append("frame", await picture(), "frame.jpg");
    try {
      const answer = await fetch(box.dataset.scan, {
        method: "POST",
        body: form,
        headers: { "X-CSRFToken": token },
        signal: AbortSignal.timeout(PATIENCE),
      });
      if (answer.status === 422) said.textContent = (await answer.json()).problem;
      return answer.status === 200;
    } catch {
      said.textContent = said.dataset.away;
      return false;
    }
  }

  function picture() {
    const canvas = document.createElement("canvas");
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    canvas.getContext("2d").drawImage(video, 0, 0);
    return new Promise((resolve) => { canvas.toBlob(resolve, "image/jpeg", 0.85); });
  }
}
// Without https there is no camera, but on the machine that serves there is.
if (box && navigator.mediaDevices?.getUserMedia) begin();
else if (box) {
  const said = box.querySelector("[data-scan-said]");
  box.querySelector("[data-scan-start]").hidden = true;
  said.textContent = said.dataset.refused;
  box.hidden = false;
}
