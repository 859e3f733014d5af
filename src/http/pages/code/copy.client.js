// The copy buttons of code. Without TLS browsers offer no clipboard: then the text is selected, ready to be copied.

const labels = new WeakMap()

/** The button shows that it has worked until the person leaves it. */
export async function copyBeside(button, text, element) {
  const isCopied = await copyText(text)
  if (!isCopied && element) getSelection().selectAllChildren(element)
  button.classList.toggle("done", isCopied)
  // A second click must not take the answer to the first for the label.
  if (!labels.has(button)) labels.set(button, button.getAttribute("aria-label"))
  button.setAttribute("aria-label", isCopied ? "Copied" : "Selected, ready to copy")
  const restore = () => {
    button.classList.remove("done")
    const label = labels.get(button)
    if (label === null) button.removeAttribute("aria-label")
    else button.setAttribute("aria-label", label)
  }
  button.addEventListener("blur", restore, { once: true })
  button.addEventListener("mouseleave", restore, { once: true })
}

async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-copy]")
  if (!button) return
  const figure = button.closest("[data-code]")
  const shown = [...figure.querySelectorAll("pre")].find((pre) => pre.checkVisibility())
  if (shown) copyBeside(button, shown.textContent, shown)
})
