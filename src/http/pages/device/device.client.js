// Lets a person confirm or refuse a terminal. The code stays in the form and in a variable of this script.

const page = document.querySelector("[data-page]")
const find = (name) => page.querySelector(`[data-${name}]`)
const form = (name) => page.querySelector(`[data-form="${name}"]`)

/** A sign-in that is older than ten minutes is not enough; one minute is left for typing. */
const freshMs = 9 * 60 * 1000

let login

class Refused extends Error {}

async function call(operation, body = {}) {
  const headers = { "Content-Type": "application/json", "Keyward-Workspace": "operator" }
  const response = await fetch(`/v2/${operation}`, { method: "POST", headers, body: JSON.stringify(body) })
  const { data, error } = await response.json()
  if (error === undefined) return data
  const refused = new Refused(error.detail)
  refused.code = error.type.split("/").at(-1)
  throw refused
}

function show(text, isGood = false) {
  const message = find("message")
  message.textContent = text
  message.hidden = text === ""
  message.classList.toggle("good", isGood)
}

function askToSignIn(text) {
  show(text)
  find("sign-in-again").hidden = false
  form("code").hidden = true
  find("login").hidden = true
}

const goToSignIn = () => location.replace("/sign-in?next=/device")

function explain(error) {
  if (!(error instanceof Refused)) return show("The server cannot be reached. Try again.")
  if (error.code === "sign_in_again") return askToSignIn("This needs a sign-in within the last ten minutes.")
  if (error.code === "device_login_not_found") {
    return show(
      "No sign-in is waiting for this code. Check the code, or start again in the terminal: codes work for ten minutes.",
    )
  }
  show(error.message)
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
  form(name).addEventListener("submit", (event) => {
    event.preventDefault()
    attempt(form(name).querySelector("button"), () => work(Object.fromEntries(new FormData(form(name)))))
  })
}

function finish(text) {
  find("login").hidden = true
  show(text, true)
}

async function start() {
  const account = await call("account.getAccount").catch((error) => {
    if (error.code === "session_expired" || error.code === "missing") return goToSignIn()
    throw error
  })
  if (account === undefined) return
  if (Date.now() - account.signedInAt > freshMs) {
    return askToSignIn(`You are ${account.name}. To give a terminal a key, sign in again first.`)
  }
  listWorkspaces(account.memberships)
  form("code").hidden = false
  form("code").querySelector("input").focus()
}

function listWorkspaces(memberships) {
  const mayCreate = ({ enabled, permissions }) =>
    enabled && (permissions.includes("*") || permissions.includes("root_key.*.create_root_key"))
  for (const { workspaceId, name } of memberships.filter(mayCreate)) {
    find("workspaces").append(new Option(name, workspaceId))
  }
}

function showLogin(code) {
  form("code").hidden = true
  find("login").hidden = false
  find("code").textContent = code.toUpperCase()
  find("terminal").textContent = login.terminal
  find("address").textContent = login.address
  find("network").textContent = login.isSameNetwork
    ? "(the same as this browser)"
    : "(another one than this browser: be careful)"
  find("started").textContent = new Date(login.createdAt).toLocaleString(undefined, {
    dateStyle: "medium",
    timeStyle: "medium",
  })
  if (find("workspaces").length === 0) {
    // Refusing stays possible.
    for (const part of form("approve").querySelectorAll("label, .choices button:first-child")) part.hidden = true
    show(
      "You may not create root keys in any workspace, so you cannot sign a terminal in. Ask an owner of the workspace.",
    )
  }
}

onSubmit("code", async ({ userCode }) => {
  login = await call("deviceLogins.getLogin", { userCode })
  showLogin(userCode)
})
onSubmit("approve", async ({ workspaceId, access, expiresIn }) => {
  const { loginId } = login
  await call("deviceLogins.approveLogin", { loginId, workspaceId, access, expiresIn: Number(expiresIn) })
  finish("The terminal is signed in. Return to it; you can close this page.")
})
find("action").addEventListener("click", () =>
  attempt(find("action"), async () => {
    await call("deviceLogins.denyLogin", { loginId: login.loginId })
    finish("You have refused. The terminal gets no key.")
  }),
)
/** The sign-in page sends people who are signed in straight back, so the session ends first. */
find("sign-in-again")
  .querySelector("button")
  .addEventListener("click", ({ target }) => attempt(target, async () => goToSignIn(await call("sessions.signOut"))))
attempt(undefined, start)
