// "Try it": offers the ids of the caller, sends the call and shows the response. Older links lead to their page.
import { copyBeside } from "/pages/copy.client.js"
import { jsonView, readable } from "./json-view.client.js"
import { reachOf, touchedBy } from "./reach.client.js"
import { shellQuote } from "./shell-quote.client.js"
import { credentialOf, prepareKey, prepareSession } from "./try-credential.client.js"

/** What the fragment of the address names. Anyone can make a link, so it may be no valid text: then it names nothing. */
function namedInAddress() {
  try {
    return decodeURIComponent(location.hash.slice(1))
  } catch {
    return ""
  }
}

const named = namedInAddress()
if (location.pathname === "/reference" && document.getElementById(named)?.closest(".operations")) {
  location.replace(`/reference/${named}`)
}
if (named.startsWith("schema.")) location.replace(`/reference/objects/${named.slice("schema.".length)}`)

// A link to a folded field opens what folds it.
function openNamed() {
  const target = document.getElementById(namedInAddress())
  for (let fold = target?.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true
  if (target?.closest("details")) target.scrollIntoView()
}
addEventListener("hashchange", openNamed)
openNamed()

for (const box of document.querySelectorAll("[data-try]")) {
  const form = box.querySelector("form")
  begin(form)
  // A closed form needs neither the session nor the lists of ids.
  box.addEventListener("toggle", () => prepareSession(form, () => offerIds(form)), { once: true })
}

function begin(form) {
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    submit(form)
  })
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit()
  })
  form.querySelector("[data-copy-curl]").addEventListener("click", ({ currentTarget }) => {
    copyBeside(currentTarget, curlOf(form))
  })
  for (const picker of pickersOf(form)) {
    picker.value = bodyOf(form)?.[picker.dataset.picker] ?? ""
    picker.dataset.offered = picker.value
    picker.addEventListener("input", () => setField(form, picker.dataset.picker, picker.value))
  }
  prepareKey(form, () => offerIds(form))
}

async function submit(form) {
  const credential = requireCredential(form)
  const button = form.querySelector("button[type=submit]")
  // The keyboard can submit a form whose button is disabled.
  if (credential === undefined || button.disabled) return
  button.disabled = true
  if (await isAgreed(form, credential)) await send(form, credential)
  button.disabled = false
}

/** Asks before something ends, and before a change that reaches more than the object that it names. */
async function isAgreed(form, credential) {
  const { operation, destructive, touches } = form.dataset
  const input = bodyOf(form) ?? {}
  const touched = touchedBy(JSON.parse(touches), input)
  if (destructive !== "true" && touched === undefined) return true
  const ask = ({ operation: query, body }) => replyOf(query, body, credential)
  const { sentence, isNone } = touched ? await reachOf(touched, input, ask) : { sentence: "", isNone: false }
  if (destructive !== "true" && isNone) return true
  const effect = destructive === "true" ? "deletes or disables something" : "takes effect at once"
  return confirm([`${operation} ${effect}.`, sentence, "Send it?"].filter(Boolean).join(" "))
}

function pickersOf(form) {
  return [...form.querySelectorAll("[data-picker]")]
}

let latestOffer = 0

/**
 * Fills the lists. An example id that does not exist gives way to one that does, unless the call destroys something. What
 * the person has typed stays.
 */
async function offerIds(form) {
  const credential = credentialOf(form)
  if (credential === undefined) return
  latestOffer += 1
  const offer = latestOffer
  await Promise.all(
    pickersOf(form).map(async (picker) => {
      const { list, value, label, picker: field } = picker.dataset
      const entries = await entriesOf(list, credential)
      // The ids of a workspace that is no longer chosen may arrive last.
      if (offer !== latestOffer) return
      const options = entries.map((entry) => new Option(entry[label] ?? "", entry[value]))
      picker.list.replaceChildren(...options)
      const { offered } = picker.dataset
      const isKnown = entries.some((entry) => entry[value] === offered)
      if (isKnown || offered === "" || bodyOf(form)?.[field] !== offered || entries.length === 0) return
      picker.value = form.dataset.destructive === "true" ? "" : entries[0][value]
      picker.dataset.offered = picker.value
      setField(form, field, picker.value)
    }),
  )
}

async function entriesOf(list, credential) {
  // Without the right to list them, the person types the id.
  const data = (await replyOf(list, { limit: 100 }, credential))?.data
  return Array.isArray(data) ? data : []
}

/** The reply to a query; undefined if it is refused. */
async function replyOf(query, body, { headers, credentials }) {
  try {
    const all = { "Content-Type": "application/json", ...headers }
    const response = await fetch(`/v2/${query}`, {
      method: "POST",
      headers: all,
      body: JSON.stringify(body),
      credentials,
    })
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}

function bodyOf(form) {
  try {
    return JSON.parse(form.querySelector("[data-body]").value)
  } catch {
    return undefined
  }
}

function setField(form, field, value) {
  const body = bodyOf(form)
  if (body === undefined) return
  if (value === "") delete body[field]
  else body[field] = value
  form.querySelector("[data-body]").value = JSON.stringify(body, null, 2)
}

function requireCredential(form) {
  const credential = credentialOf(form)
  if (credential !== undefined) return credential
  const keyField = form.querySelector("[data-key]")
  keyField?.focus()
  show(form, [keyField ? "Paste a key first, or sign in." : "Sign in first."])
}

async function send(form, credential) {
  const startedAt = performance.now()
  try {
    const response = await fetch(addressOf(form), { ...requestOf(form, credential), cache: "no-store" })
    showResponse(form, response, await response.text(), performance.now() - startedAt)
  } catch (error) {
    show(form, [`No response: ${error.message}`])
  }
}

function requestOf(form, { headers: own, credentials }) {
  const headers = { ...own, ...Object.fromEntries(fields(form, "header").map((one) => [one.dataset.name, one.value])) }
  const body = form.querySelector("[data-body]")?.value
  if (body !== undefined) headers["Content-Type"] = "application/json"
  return { method: form.dataset.method, headers, body, credentials }
}

function addressOf(form) {
  const path = fields(form, "path").reduce(
    (text, field) => text.replace(`{${field.dataset.name}}`, encodeURIComponent(field.value)),
    form.dataset.path,
  )
  const query = new URLSearchParams(fields(form, "query").map((field) => [field.dataset.name, field.value]))
  return query.size === 0 ? path : `${path}?${query}`
}

function fields(form, place) {
  return [...form.querySelectorAll(`[data-place="${place}"]`)].filter((field) => field.value !== "")
}

/** The key itself stays out of it. */
function curlOf(form) {
  const { method, headers, body } = requestOf(form, { headers: {} })
  const lines = [
    `curl ${shellQuote(new URL(addressOf(form), location.href).href)}`,
    ...(form.dataset.credential === "key" ? ['-H "Authorization: Bearer $KEYWARD_KEY"'] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`),
    ...(method === "POST" ? [`-d ${shellQuote(body ?? "{}")}`] : []),
  ]
  return lines.join(" \\\n  ")
}

function showResponse(form, response, text, elapsedMs) {
  const { status, statusText } = response
  const badge = element("span", `status status-${String(status)[0]}`, `${status} ${statusText}`.trim())
  const headers = element("details", "children")
  const list = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n")
  headers.append(element("summary", "", "Headers"), element("pre", "", list))
  const figure = element("div", "code")
  figure.append(jsonView(readable(text)))
  const timing = elapsedMs < 10 ? elapsedMs.toFixed(1) : Math.round(elapsedMs)
  show(form, [badge, ` in ${timing} ms`], [figure, headers])
}

function show(form, answer, details = []) {
  form.querySelector("[data-answer]").replaceChildren(...answer)
  form.querySelector("[data-outcome]").replaceChildren(...details)
}

function element(name, className, text = "") {
  const made = document.createElement(name)
  if (className !== "") made.className = className
  made.textContent = text
  return made
}
