// Filters the list, opens what the address names, and sends what a person tries. The key is kept for this tab only.

const storedKey = "keyward.reference.key"
const filterField = document.querySelector("[data-filter]")
const keyField = document.querySelector("[data-key]")
const entries = [...document.querySelectorAll("details[data-search]")]
const operationCount = entries.filter((entry) => !entry.classList.contains("schema")).length

document.querySelector("[data-tools]").addEventListener("submit", (event) => event.preventDefault())

keyField.value = sessionStorage.getItem(storedKey) ?? ""
keyField.addEventListener("input", () => {
  const key = keyField.value.trim()
  if (key === "") sessionStorage.removeItem(storedKey)
  else sessionStorage.setItem(storedKey, key)
})

filterField.addEventListener("input", filter)
document.addEventListener("keydown", (event) => {
  const isTyping = event.target.matches("input, textarea, select")
  if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  filterField.focus()
})

function filter() {
  const words = filterField.value.toLowerCase().split(/\s+/).filter(Boolean)
  for (const entry of entries) entry.hidden = !words.every((word) => entry.dataset.search.includes(word))
  for (const section of document.querySelectorAll(".resource")) {
    section.hidden = words.length > 0 && section.querySelector("details:not([hidden])") === null
  }
  const shown = entries.filter((entry) => !entry.hidden)
  const operations = shown.filter((entry) => !entry.classList.contains("schema")).length
  const isAll = operations === operationCount
  document.querySelector("[data-count]").textContent = isAll
    ? `${operationCount} operations.`
    : `${operations} of ${operationCount} operations.`
  document.querySelector("[data-no-match]").hidden = shown.length > 0
}

addEventListener("hashchange", openNamed)
openNamed()

function openNamed() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (named === null) return
  if (named.closest("[hidden]") !== null) {
    filterField.value = ""
    filter()
  }
  if (named instanceof HTMLDetailsElement) named.open = true
  named.scrollIntoView()
}

for (const entry of entries) {
  entry.querySelector("summary").addEventListener("click", () => {
    if (!entry.open) history.replaceState(null, "", `#${entry.id}`)
  })
}

for (const form of document.querySelectorAll("form.try")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    send(form)
  })
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit()
  })
}

async function send(form) {
  const button = form.querySelector("button")
  button.disabled = true
  const startedAt = performance.now()
  try {
    const response = await fetch(addressOf(form), {
      method: form.dataset.method,
      headers: headersOf(form),
      body: form.querySelector("[data-body]")?.value,
      credentials: "omit",
      cache: "no-store",
    })
    showResponse(form, response, await response.text(), Math.round(performance.now() - startedAt))
  } catch (error) {
    show(form, [`No response: ${error.message}`])
  } finally {
    button.disabled = false
  }
}

function addressOf(form) {
  const path = fields(form, "path").reduce(
    (text, field) => text.replace(`{${field.dataset.name}}`, encodeURIComponent(field.value)),
    form.dataset.path,
  )
  const query = new URLSearchParams(fields(form, "query").map((field) => [field.dataset.name, field.value]))
  return query.size === 0 ? path : `${path}?${query}`
}

function headersOf(form) {
  const headers = new Headers(fields(form, "header").map((field) => [field.dataset.name, field.value]))
  const key = keyField.value.trim()
  if (form.dataset.open !== "true" && key !== "") headers.set("Authorization", `Bearer ${key}`)
  if (form.querySelector("[data-body]") !== null) headers.set("Content-Type", "application/json")
  return headers
}

function fields(form, place) {
  return [...form.querySelectorAll(`[data-place="${place}"]`)].filter((field) => field.value !== "")
}

function showResponse(form, response, text, elapsedMs) {
  const { status, statusText } = response
  const badge = element("span", `status status-${String(status)[0]}`, `${status} ${statusText}`)
  const headers = element("details", "headers")
  const list = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n")
  headers.append(element("summary", "", "Headers"), element("pre", "", list))
  const body = element("pre", "", readable(text))
  body.tabIndex = 0
  show(form, [badge, ` ${elapsedMs} ms`], [body, headers])
}

function show(form, answer, details = []) {
  form.querySelector("[data-answer]").replaceChildren(...answer)
  form.querySelector("[data-outcome]").replaceChildren(...details)
}

function readable(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function element(name, className, text = "") {
  const made = document.createElement(name)
  if (className !== "") made.className = className
  made.textContent = text
  return made
}
