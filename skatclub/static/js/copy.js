// A button with data-copy="id" copies the text of that field.
for (const button of document.querySelectorAll("[data-copy]")) {
  const field = document.getElementById(button.dataset.copy);
  button.hidden = false;
  button.addEventListener("click", async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      // Without https there is no clipboard; the selected text is copied the old way.
      document.execCommand("copy");
    }
    button.textContent = button.dataset.copied;
  });
}

// A button with data-share="id" hands the text of that field to the phone's own apps.
for (const button of document.querySelectorAll("[data-share]")) {
  if (!navigator.share) continue;
  button.hidden = false;
  button.addEventListener("click", () => {
    const text = document.getElementById(button.dataset.share).value;
    navigator.share({ text }).catch(() => {}); // closed again without sending
  });
}
