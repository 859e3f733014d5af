// Sends the forms of the pages for people. A token or password lives in a variable of this script and nowhere else.
import { call, Refused } from "./call.client.js"
import { attempt, find, onClick, onSubmit, page } from "./page.client.js"
import { addPasskey, deviceName, signInWithPasskey, supportsPasskeys } from "./passkeys.client.js"

const token = takeToken()

/** The token leaves the address bar and the history before anything else happens. */
function takeToken() {
  const text = location.hash.slice(1)
  if (text !== "") history.replaceState(null, "", location.pathname + location.search)
  return text
}

const goHome = () => location.replace("/")

/** The account exists already, so a passkey that fails must not stop the person. */
async function addPasskeyIf(isWanted) {
  if (isWanted) await addPasskey(deviceName()).catch(() => {})
}

const next = new URLSearchParams(location.search).get("next") ?? ""

/** Goes to the page that asked for the sign-in. It must belong to this origin, because anyone can make such a link. */
function goOn() {
  const url = /^\/(?![/\\])/.test(next) ? URL.parse(next, location.origin) : null
  if (url?.origin === location.origin) location.replace(url.href)
  else goHome()
}

const pages = {
  async "sign-in"() {
    const provider = find("provider")
    if (provider && next !== "") provider.search = new URLSearchParams({ next })
    onClick("passkey", async () => goOn(await signInWithPasskey()))
    onSubmit("sign-in", async ({ email, password }) => goOn(await call("sessions.signIn", { email, password })))
    onSubmit("sign-in-with-key", async ({ key }) => goOn(await call("sessions.signIn", { key })))
    const { signedIn, needsSetup } = await call("sessions.getSession")
    if (signedIn) goOn()
    find("setup").hidden = !needsSetup
    find("with-account").hidden = needsSetup
    find("with-key").open = needsSetup
  },

  async setup() {
    const choice = find("workspaces")
    const { workspaces } = await call("setup.getState", { token }).catch((error) => {
      find("new-link").hidden = false
      throw error.code === "sign_in_failed"
        ? new Refused("This setup link is unknown, was used or has expired.")
        : error
    })
    for (const { workspaceId, name } of workspaces) choice.append(new Option(name, workspaceId))
    const showName = () => {
      const isNew = choice.value === ""
      find("new-workspace").hidden = !isNew
      find("new-workspace").querySelector("input").disabled = !isNew
    }
    if (workspaces.length > 0) choice.value = workspaces[0].workspaceId
    choice.addEventListener("change", showName)
    showName()
    onSubmit("setup", async ({ workspaceId, passkey, ...user }) => {
      await call("setup.createFirstUser", { token, ...user, ...(workspaceId && { workspaceId }) })
      await addPasskeyIf(passkey)
      goHome()
    })
    find("form", "setup").hidden = false
  },

  async invitation() {
    const { workspaceName, email, role } = await call("invitations.getInvitation", { token }).catch((error) => {
      find("new-link").hidden = false
      throw error
    })
    find("invitation").textContent =
      `You are invited to the workspace ${visible(workspaceName)} as ${role}, with the address ${email}.`
    const accept = (body = {}) => call("invitations.acceptInvitation", { token, ...body })
    /** People who are members elsewhere too came for this workspace. */
    const goToJoined = ({ workspaceId }) => location.replace(`/w/${workspaceId}`)
    const isOwn = (await call("sessions.getSession")).user?.email === email
    onSubmit("join", async ({ name, password, passkey }) => {
      const joined = await accept({ name, password })
      await addPasskeyIf(passkey)
      goToJoined(joined)
    })
    onSubmit("join-now", async () => goToJoined(await accept()))
    onSubmit("join-with-account", async ({ password }) => {
      await call("sessions.signIn", { email, password })
      goToJoined(await accept())
    })
    onClick("passkey", async () => {
      await signInWithPasskey()
      goToJoined(await accept())
    })
    find("choices").hidden = isOwn
    find("form", "join-now").hidden = !isOwn
  },

  reset() {
    onSubmit("reset", async ({ password, keepCredentials }) => {
      goHome(await call("resets.useReset", { token, password, keepCredentials: keepCredentials === "on" }))
    })
  },

  async home() {
    showState()
    const { signedIn, user, rootKey, workspaces } = await call("sessions.getSession")
    find(signedIn ? "signed-in" : "signed-out").hidden = false
    if (!signedIn) return
    find("who").textContent = whoIs(user, rootKey)
    for (const { name, role, enabled } of workspaces) {
      const entry = document.createElement("li")
      const notes = [role, enabled ? undefined : "disabled"].filter((note) => note !== undefined)
      entry.textContent = notes.length === 0 ? name : `${name} (${notes.join(", ")})`
      find("memberships").append(entry)
    }
  },
}

/** Others chose the text, so characters that change its direction are shown as such. */
function visible(text) {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, (character) => `\\u{${character.codePointAt(0).toString(16)}}`)
}

const shortest = 12

/** Only length makes a password strong. */
function strengthOf({ length }) {
  if (length === 0) return `At least ${shortest} characters.`
  if (length < shortest) return `${shortest - length} ${length === shortest - 1 ? "character" : "characters"} more.`
  return length < 16 ? "Long enough. Longer is better." : "Strong: it is long."
}

function whoIs(user, rootKey) {
  if (user === undefined) return rootKey ? `Root key ${rootKey.rootKeyId}` : "Operator key"
  const { name, email, operator } = user
  return `${name}, ${email}${operator ? ", operator" : ""}`
}

async function showState() {
  const ready = await fetch("/readyz").then(
    ({ ok }) => ok,
    () => false,
  )
  find("state").textContent = ready ? "The service is ready." : "The service cannot process requests now."
}

for (const hint of page.querySelectorAll("[data-strength]")) {
  const field = hint.closest("label").querySelector("input")
  field.addEventListener("input", () => {
    hint.textContent = strengthOf(field.value)
  })
}
for (const part of page.querySelectorAll("[data-passkeys]")) part.hidden = !supportsPasskeys
onClick("sign-out", async () => goHome(await call("sessions.signOut")))
attempt(undefined, async () => pages[page.dataset.page]())
