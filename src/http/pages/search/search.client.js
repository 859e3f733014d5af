// The search of every page: one dialog, one index, and the keyboard of the dashboard's palette.
import { createSearch } from "./rank.client.js"

const opener = document.querySelector("[data-search]")
const isMac = /Mac|iPhone|iPad/.test(navigator.platform)
const kindNames = {
  operation: "Operation",
  guide: "Guide",
  error: "Error",
  code: "Code",
  object: "Object",
  glossary: "Glossary",
  absent: "Nearest page",
}
let search
let dialog

if (isMac) opener.querySelector("[data-search-keys]").textContent = "⌘ K"
opener.addEventListener("click", open)
document.addEventListener("keydown", (event) => {
  const isPalette = event.key.toLowerCase() === "k" && (isMac ? event.metaKey : event.ctrlKey)
  const isSlash = event.key === "/" && !event.target.closest?.("input, textarea, select, [contenteditable]")
  if (!isPalette && !isSlash) return
  event.preventDefault()
  open()
})

function open() {
  dialog ??= makeDialog()
  if (dialog.element.open) return
  dialog.element.showModal()
  dialog.input.select()
  load()
}

async function load() {
  if (search !== undefined) return
  try {
    search = createSearch(await (await fetch("/search.json")).json())
    show()
  } catch {
    dialog.status.textContent = "The search cannot be loaded. Try again."
  }
}

function makeDialog() {
  const element = make("dialog", { className: "search-dialog", ariaLabel: "Search" })
  const input = make("input", { type: "search", placeholder: "Search operations, guides and errors", maxLength: 200 })
  const attributes = { role: "combobox", "aria-expanded": "true", "aria-controls": "search-options" }
  for (const [name, value] of Object.entries({ ...attributes, "aria-label": "Search", "aria-autocomplete": "list" })) {
    input.setAttribute(name, value)
  }
  input.autocomplete = "off"
  input.spellcheck = false
  const close = make("button", { type: "button", textContent: "Esc", className: "search-close", title: "Close" })
  const line = make("div", { className: "search-line" })
  const options = make("div", { id: "search-options", role: "listbox", ariaLabel: "Results" })
  const status = make("p", { className: "search-status", role: "status" })
  line.append(input, close)
  element.append(line, status, options)
  close.addEventListener("click", () => element.close())
  input.addEventListener("input", show)
  input.addEventListener("keydown", move)
  // A click beside the dialog closes it.
  element.addEventListener("click", (event) => event.target === element && element.close())
  document.body.append(element)
  return { element, input, options, status }
}

function show() {
  const query = dialog.input.value
  const found = search?.(query) ?? { entries: [], matchesAll: true }
  dialog.options.replaceChildren(...found.entries.map(optionView))
  dialog.options.hidden = found.entries.length === 0
  dialog.status.textContent = statusOf(query.trim(), found)
  choose(0)
}

function statusOf(query, { entries, matchesAll }) {
  if (query === "") return "Type what you want to do: rotate, revoke, quota, customer."
  if (search === undefined) return "Loading"
  if (entries.length === 0) return `Nothing matches “${query}”. Try another word, or start at the overview of the docs.`
  return matchesAll ? "" : `No page matches “${query}”. These come nearest:`
}

function optionView({ title, path, kind, text }, position) {
  const link = make("a", { href: path, className: "search-option", id: `search-option-${position}`, tabIndex: -1 })
  link.setAttribute("role", "option")
  const about = make("span", { className: "search-text" })
  about.append(
    make("span", { className: `search-title of-${kind}`, textContent: title }),
    make("small", { textContent: text }),
  )
  link.append(about, make("span", { className: "search-kind", textContent: kindNames[kind] }))
  link.addEventListener("click", () => dialog.element.close())
  return link
}

function choose(position) {
  for (const [place, option] of [...dialog.options.children].entries()) {
    option.setAttribute("aria-selected", String(place === position))
  }
  const chosen = dialog.options.children[position]
  chosen?.scrollIntoView({ block: "nearest" })
  if (chosen) dialog.input.setAttribute("aria-activedescendant", chosen.id)
  else dialog.input.removeAttribute("aria-activedescendant")
}

function move(event) {
  const options = [...dialog.options.children]
  const at = options.findIndex((option) => option.getAttribute("aria-selected") === "true")
  if (event.key === "ArrowDown") choose((at + 1) % options.length)
  else if (event.key === "ArrowUp") choose((at - 1 + options.length) % options.length)
  else if (event.key === "Enter") options[at]?.click()
  else return
  event.preventDefault()
}

function make(name, { role, ariaLabel, ...properties }) {
  const element = Object.assign(document.createElement(name), properties)
  if (role) element.setAttribute("role", role)
  if (ariaLabel) element.setAttribute("aria-label", ariaLabel)
  return element
}
