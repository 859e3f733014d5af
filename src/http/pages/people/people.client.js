// Sends the forms of the pages for people. A token or password lives in a variable of this script and nowhere else.

const page = document.querySelector("[data-page]")
const find = (name, value) => page.querySelector(value === undefined ? `[data-${name}]` : `[data-${name}="${value}"]`)
const token = takeToken()

/** The token leaves the address bar and the history before anything else happens. */
function takeToken() {
  const text = location.hash.slice(1)
  if (text !== "") history.replaceState(null, "", location.pathname + location.search)
  return text
}

class Refused extends Error {}

async function call(operation, body = {}) {
  const headers = { "Content-Type": "application/json", "Keyward-Workspace": "operator" }
  const response = await fetch(`/v2/${operation}`, { method: "POST", headers, body: JSON.stringify(body) })
  const { data, error } = await response.json()
  if (error === undefined) return data
  const fields = (error.errors ?? []).map(
    ({ location: place, message }) => `${place.replace(/^body\.?/, "")} ${message}`,
  )
  const refused = new Refused([error.detail, ...fields].join(" "))
  refused.code = error.type.split("/").at(-1)
  throw refused
}

function show(text, isGood = false) {
  const message = find("message")
  message.textContent = text
  message.hidden = text === ""
  message.classList.toggle("good", isGood)
}

function explain(error) {
  show(error instanceof Refused ? error.message : "The server cannot be reached. Try again.")
}

/** Runs one action at a time, and shows why it was refused. */
async function attempt(button, work) {
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

function onSubmit(name, work) {
  const form = find("form", name)
  form?.addEventListener("submit", (event) => {
    event.preventDefault()
    const values = Object.fromEntries(new FormData(form))
    attempt(form.querySelector("button"), async () => {
      await work(values)
      form.reset()
    })
  })
}

function onClick(name, work) {
  const button = find("action", name)
  button?.addEventListener("click", () => attempt(button, work))
}

const goHome = () => location.replace("/")

/** Goes to the page that asked for the sign-in. It must belong to this origin, because anyone can make such a link. */
function goOn() {
  const next = new URLSearchParams(location.search).get("next") ?? ""
  const url = /^\/(?![/\\])/.test(next) ? URL.parse(next, location.origin) : null
  if (url?.origin === location.origin) location.replace(url.href)
  else goHome()
}

const pages = {
  async "sign-in"() {
    onSubmit("sign-in", async ({ email, password }) => goOn(await call("sessions.signIn", { email, password })))
    onSubmit("sign-in-with-key", async ({ key }) => goOn(await call("sessions.signIn", { key })))
    const { signedIn, needsSetup } = await call("sessions.getSession")
    if (signedIn) goOn()
    find("setup").hidden = !needsSetup
    find("with-password").hidden = needsSetup
    find("with-key").open = needsSetup
  },

  async setup() {
    const choice = find("workspaces")
    const { workspaces } = await call("setup.getState", { token })
    for (const { workspaceId, name } of workspaces) choice.append(new Option(name, workspaceId))
    const showName = () => {
      const isNew = choice.value === ""
      find("new-workspace").hidden = !isNew
      find("new-workspace").querySelector("input").disabled = !isNew
    }
    if (workspaces.length > 0) choice.value = workspaces[0].workspaceId
    choice.addEventListener("change", showName)
    showName()
    find("form", "setup").hidden = false
    onSubmit("setup", async ({ workspaceId, ...user }) => {
      goHome(await call("setup.createFirstUser", { token, ...user, ...(workspaceId && { workspaceId }) }))
    })
  },

  async invitation() {
    const { workspaceName, email, role } = await call("invitations.getInvitation", { token })
    find("invitation").textContent =
      `You are invited to the workspace ${workspaceName} as ${role}, with the address ${email}.`
    const accept = async (body = {}) => goHome(await call("invitations.acceptInvitation", { token, ...body }))
    const isOwn = (await call("sessions.getSession")).user?.email === email
    find("choices").hidden = isOwn
    find("form", "join-now").hidden = !isOwn
    onSubmit("join", ({ name, password }) => accept({ name, password }))
    onSubmit("join-now", () => accept())
    onSubmit("join-with-account", async ({ password }) => {
      await call("sessions.signIn", { email, password })
      await accept()
    })
  },

  reset() {
    onSubmit("reset", async ({ password }) => goHome(await call("resets.useReset", { token, password })))
  },

  async account() {
    const { user } = await call("sessions.getSession")
    if (user === undefined) return location.replace("/sign-in?next=/account")
    find("signed-in").hidden = false
    showUser(user)
    await showSessions()
    onSubmit("name", async ({ name }) => {
      showUser(await call("account.updateAccount", { name }))
      show("The name is changed.", true)
    })
    onSubmit("password", async ({ password }) => {
      const { endedSessions } = await call("account.changePassword", { newPassword: password })
      show(`The password is set. Signed out in other browsers: ${endedSessions}.`, true)
      await showSessions()
    })
    onClick("revoke-others", async () => {
      await call("account.revokeOtherSessions")
      await showSessions()
    })
  },

  async home() {
    showState()
    const { signedIn, user, rootKey, workspaces } = await call("sessions.getSession")
    find(signedIn ? "signed-in" : "signed-out").hidden = false
    if (!signedIn) return
    if (user === undefined) find("who").textContent = rootKey ? `Root key ${rootKey.rootKeyId}` : "Operator key"
    else showUser(user)
    find("account").hidden = user === undefined
    for (const { name, role, enabled } of workspaces) {
      const entry = document.createElement("li")
      const notes = [role, enabled ? undefined : "disabled"].filter((note) => note !== undefined)
      entry.textContent = notes.length === 0 ? name : `${name} (${notes.join(", ")})`
      find("memberships").append(entry)
    }
  },
}

function showUser({ name, email, operator }) {
  find("who").textContent = `${name}, ${email}${operator ? ", operator" : ""}`
  const field = find("form", "name")?.querySelector("input")
  if (field) field.defaultValue = name
}

async function showSessions() {
  const rows = (await call("account.listSessions")).map(({ sessionId, createdAt, address, userAgent, isCurrent }) => {
    const row = document.createElement("tr")
    for (const text of [new Date(createdAt).toLocaleString(), address, userAgent ?? ""])
      row.insertCell().textContent = text
    const cell = row.insertCell()
    if (isCurrent) cell.textContent = "this browser"
    else cell.append(revokeButton(sessionId))
    return row
  })
  find("sessions").replaceChildren(...rows)
}

function revokeButton(sessionId) {
  const button = document.createElement("button")
  button.type = "button"
  button.textContent = "Sign out"
  button.addEventListener("click", () =>
    attempt(button, async () => {
      await call("account.revokeSession", { sessionId })
      await showSessions()
    }),
  )
  return button
}

async function showState() {
  const ready = await fetch("/readyz").then(
    ({ ok }) => ok,
    () => false,
  )
  find("state").textContent = ready ? "The service is ready." : "The service cannot process requests now."
}

onClick("sign-out", async () => goHome(await call("sessions.signOut")))
attempt(undefined, async () => pages[page.dataset.page]())
