// The page of the own account.
import { call } from "./call.client.js"
import { attempt, buttonFor, find, onClick, onSubmit, show } from "./page.client.js"
import { addPasskey, deviceName, signInWithPasskey, supportsPasskeys } from "./passkeys.client.js"

let user

export async function showAccount() {
  const session = await call("sessions.getSession")
  // A key has no account.
  if (session.user === undefined) return location.replace(session.signedIn ? "/" : "/sign-in?next=/account")
  user = await call("account.getAccount")
  onSubmit("name", async ({ name }) => {
    await call("account.updateAccount", { name })
    await showAll()
    show("The name is changed.", true)
  })
  onSubmit("password", async ({ password }) => {
    const { endedSessions } = await confirmed(() => call("account.changePassword", { newPassword: password }))
    await showAll()
    show(`The password is set. Signed out in other browsers: ${endedSessions}.`, true)
  })
  onSubmit("passkey", async ({ name }) => {
    await confirmed(() => addPasskey(name))
    await showAll()
    show("The passkey is added. You can sign in with it.", true)
  })
  onClick("link-oidc", async () => location.assign((await confirmed(() => call("account.linkOidc"))).url))
  onClick("revoke-others", async () => {
    await call("account.revokeOtherSessions")
    await showSessions()
  })
  prepareConfirmation()
  // Only now, because a form without its script would do nothing.
  find("signed-in").hidden = false
  await showAll()
}

async function showAll() {
  user = await call("account.getAccount")
  find("who").textContent = `${user.name}, ${user.email}${user.operator ? ", operator" : ""}`
  find("form", "name").querySelector("input").defaultValue = user.name
  find("no-password").hidden = user.hasPassword
  showOidcAccounts()
  await Promise.all([showPasskeys(), showSessions()])
}

async function showPasskeys() {
  const list = find("own-passkeys")
  if (list === null) return
  find("no-passkeys").hidden = supportsPasskeys
  find("form", "passkey").querySelector("input").defaultValue = deviceName()
  const passkeys = await call("account.listPasskeys")
  list.replaceChildren(
    ...passkeys.map(({ passkeyId, name, createdAt, lastUsedAt, isBackedUp }) => {
      const used = lastUsedAt === undefined ? "never used" : `last used ${timeOf(lastUsedAt)}`
      const about = `Added ${timeOf(createdAt)}, ${used}${isBackedUp ? ", on several devices" : ""}`
      return entry(name, about, `Remove the passkey “${name}”?`, (allowLast) =>
        call("account.removePasskey", { passkeyId, allowLast }),
      )
    }),
  )
}

function showOidcAccounts() {
  const { oidcAccounts } = user
  find("single-sign-on").hidden &&= oidcAccounts.length === 0
  const linking = find("not-linked")
  if (linking) linking.hidden = oidcAccounts.length > 0
  find("oidc-accounts").replaceChildren(
    ...oidcAccounts.map(({ issuer, createdAt }) =>
      entry(new URL(issuer).host, `Linked ${timeOf(createdAt)}`, "Unlink this account?", (allowLast) =>
        call("account.unlinkOidc", { issuer, allowLast }),
      ),
    ),
  )
}

/** A way to sign in that can be removed. The last one is removed only after a second question. */
function entry(title, about, question, remove) {
  const item = document.createElement("li")
  const text = document.createElement("span")
  text.append(Object.assign(document.createElement("strong"), { textContent: title }))
  text.append(Object.assign(document.createElement("small"), { textContent: about }))
  item.append(
    text,
    buttonFor("Remove", async () => {
      if (!confirm(question)) return
      await confirmed(() => removeAfterWarning(remove))
      await showAll()
    }),
  )
  return item
}

async function removeAfterWarning(remove) {
  try {
    await remove(false)
  } catch (error) {
    if (error.code !== "precondition_failed") throw error
    const warning = "This is your only way to sign in. Without it, only a link from an operator lets you in again."
    if (confirm(`${warning} Remove it?`)) await remove(true)
  }
}

async function showSessions() {
  const rows = (await call("account.listSessions")).map(({ sessionId, createdAt, address, userAgent, isCurrent }) => {
    const row = document.createElement("tr")
    for (const text of [timeOf(createdAt), address, userAgent ?? ""]) row.insertCell().textContent = text
    const cell = row.insertCell()
    if (isCurrent) cell.textContent = "this browser"
    else cell.append(buttonFor("Sign out", () => revoke(sessionId)))
    return row
  })
  find("sessions").replaceChildren(...rows)
}

async function revoke(sessionId) {
  await call("account.revokeSession", { sessionId })
  await showSessions()
}

function timeOf(time) {
  return new Date(time).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })
}

let onConfirmed = () => {}

/** Runs work that needs a recent sign-in, and asks for one if there is none. */
async function confirmed(work) {
  try {
    return await work()
  } catch (error) {
    if (error.code !== "sign_in_again") throw error
    await askForSignIn()
    return await work()
  }
}

function askForSignIn() {
  const dialog = find("confirm")
  find("form", "confirm").hidden = !user.hasPassword
  dialog.showModal()
  return new Promise((resolve, reject) => {
    onConfirmed = resolve
    dialog.addEventListener("close", () => reject(new DOMException("closed", "AbortError")), { once: true })
  })
}

function prepareConfirmation() {
  const finish = async ({ userId }) => {
    // Somebody else has signed in, whose account this page does not show.
    if (userId !== user.userId) return location.reload()
    onConfirmed()
    find("confirm").close()
  }
  const form = find("form", "confirm")
  onSubmit("confirm", async ({ password }) => finish(await call("sessions.signIn", { email: user.email, password })))
  form.querySelector("[name=email]").value = user.email
  const button = find("confirm").querySelector("[data-action=passkey]")
  button?.addEventListener("click", () => attempt(button, async () => finish(await signInWithPasskey())))
  onClick("cancel", async () => find("confirm").close())
}
