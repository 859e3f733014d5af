// Who sends a call: the session of this browser in one workspace, or a key that stays in this tab.
const storedKey = "keyward.reference.key"
const storedWorkspace = "keyward.reference.workspace"
const withKey = "key"

/** Shows the key of this tab and keeps another one. `onChange` runs whenever another credential can be used. */
export function prepareKey(form, onChange) {
  const keyField = form.querySelector("[data-key]")
  if (!keyField) return
  keyField.value = sessionStorage.getItem(storedKey) ?? ""
  keyField.addEventListener("change", onChange)
  keyField.addEventListener("input", () => {
    const key = keyField.value.trim()
    if (key === "") sessionStorage.removeItem(storedKey)
    else sessionStorage.setItem(storedKey, key)
  })
}

/** Offers the session of the browser, if there is one. */
export async function prepareSession(form, onChange) {
  const session = form.querySelector("[data-session]")
  if (session && form.dataset.sessions === "true") await offerSession(form, session, onChange)
  onChange()
}

async function offerSession(form, session, onChange) {
  const found = await currentSession()
  if (!found?.signedIn) return
  const choice = session.querySelector("select")
  for (const { workspaceId, name } of found.workspaces) choice.append(new Option(name, workspaceId))
  if (found.user?.operator || (found.user === undefined && found.rootKey === undefined)) {
    choice.append(new Option("The installation, as its operator", "operator"))
  }
  if (form.querySelector("[data-key]")) choice.append(new Option("Another key", withKey))
  const before = sessionStorage.getItem(storedWorkspace)
  if ([...choice.options].some(({ value }) => value === before)) choice.value = before
  session.querySelector("[data-who]").textContent = `Signed in as ${found.user?.name ?? "a key"}, in`
  const show = () => {
    form.querySelector("[data-with-key]").hidden = choice.value !== withKey
    onChange()
  }
  choice.addEventListener("change", () => {
    sessionStorage.setItem(storedWorkspace, choice.value)
    show()
  })
  session.hidden = false
  form.querySelector("[data-with-key]").hidden = choice.value !== withKey
}

/** Undefined under an address that is not the public one, because its pages have no session. */
async function currentSession() {
  try {
    const headers = { "Content-Type": "application/json", "Keyward-Workspace": "operator" }
    const response = await fetch("/v2/sessions.getSession", { method: "POST", headers, body: "{}" })
    return (await response.json()).data
  } catch {
    return undefined
  }
}

/** Headers and mode of a call with the present credential. Undefined if there is none. */
export function credentialOf(form) {
  const { credential } = form.dataset
  if (credential === "none" || credential === "origin") return { headers: {}, credentials: "same-origin" }
  const session = form.querySelector("[data-session]")
  const workspace = session.hidden ? withKey : session.querySelector("select").value
  if (workspace !== withKey) return { headers: { "Keyward-Workspace": workspace }, credentials: "same-origin" }
  const key = form.querySelector("[data-key]")?.value.trim() ?? ""
  return key === "" ? undefined : { headers: { Authorization: `Bearer ${key}` }, credentials: "omit" }
}
