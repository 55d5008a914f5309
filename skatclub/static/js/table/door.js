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
