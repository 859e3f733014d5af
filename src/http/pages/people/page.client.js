// What the pages for people share: finding their parts, sending their forms, saying what happened.
import { Refused } from "./call.client.js"
import { PasskeyRefused } from "./passkeys.client.js"

export const page = document.querySelector("[data-page]")

export function find(name, value) {
  return page.querySelector(value === undefined ? `[data-${name}]` : `[data-${name}="${value}"]`)
}

function show(text) {
  const message = find("message")
  message.textContent = text
  message.hidden = text === ""
}

function explain(error) {
  const isKnown = error instanceof Refused || error instanceof PasskeyRefused
  show(isKnown ? error.message : "The server cannot be reached. Try again.")
}

/** Runs one action at a time, and shows why it was refused. */
export async function attempt(button, work) {
  show("")
  if (button) button.disabled = true
  try {
    await work()
  } catch (error) {
    explain(error)
  } finally {
    if (button) button.disabled = false
  }
}

export function onSubmit(name, work) {
  const form = find("form", name)
  form?.addEventListener("submit", (event) => {
    event.preventDefault()
    const values = Object.fromEntries(new FormData(form))
    attempt(form.querySelector("button:not([type])"), async () => {
      await work(values)
      form.reset()
    })
  })
}

export function onClick(name, work) {
  const button = find("action", name)
  button?.addEventListener("click", () => attempt(button, work))
}
