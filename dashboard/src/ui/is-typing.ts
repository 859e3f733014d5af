/** What takes the keys of the keyboard while it is open. A message in the corner does not, although it has the role too. */
const takesKeys = ["dialog", "alertdialog", "menu"].map((role) => `[role=${role}]:not([data-toast])`).join(", ")

/** Letters go to the field in which the user types, and to an open dialog or menu. */
export function isTyping(target: EventTarget | null): boolean {
  const isInField = target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null
  return isInField || document.querySelector(takesKeys) !== null
}
