// Counts a [data-clock] on by itself: down to its goal, or up from it. The hall trusts
// the server's time; data-now tells how far this machine's clock is off.
const offsets = new WeakMap();

function offsetOf(clock) {
  if (!offsets.has(clock)) offsets.set(clock, Number(clock.dataset.now) - Date.now());
  return offsets.get(clock);
}

function shown(seconds) {
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  return `${hours}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

function tick() {
  for (const clock of document.querySelectorAll("[data-clock]")) {
    const now = Date.now() + offsetOf(clock);
    const left = Math.round((Number(clock.dataset.goal) - now) / 1000);
    const isDown = "down" in clock.dataset;
    const isOver = isDown && left <= 0;
    clock.textContent = (isOver && left ? "−" : "") + shown(Math.abs(left));
    clock.closest(".clock").classList.toggle("is-over", isOver);
  }
}

tick();
setInterval(tick, 1000);
document.addEventListener("htmx:afterSettle", tick);
