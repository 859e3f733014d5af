import { z } from "zod"
import { keyLength } from "../contract/bounds.ts"
import { email } from "../contract/email.ts"
import { fault } from "../contract/errors.ts"
import { passkeySignIn } from "../contract/passkey.ts"
import { givenPassword, startedSession } from "../contract/people.ts"
import { text } from "../contract/primitives.ts"
import { isForApplicationsOnly } from "../core/grants.ts"
import { isUsable } from "../core/lifetime.ts"
import type { SignInResponse } from "../secrets/passkeys.ts"
import type { Transaction } from "../storage/port/store.ts"
import type { Caller, Context } from "./context.ts"
import { preparedMutation } from "./operation.ts"
import { checkPasskey, type PasskeyProof, spendPasskey } from "./shared/people/check-passkey.ts"
import { limitKeySignIn, limitSignIn } from "./shared/people/sign-in-limits.ts"
import { type Principal, startSession } from "./shared/people/start-session.ts"

const input = z
  .strictObject({
    email: email.optional().describe("E-mail address of the user. Send it with `password`."),
    password: givenPassword.optional().describe("Password of the user."),
    passkey: passkeySignIn
      .optional()
      .describe("The result of `navigator.credentials.get`, as `toJSON` writes it, instead of address and password."),
    key: text(keyLength.minimum, keyLength.maximum)
      .optional()
      .describe("A root key or the operator key, instead of address and password."),
  })
  .refine(
    ({ email, password, passkey, key }) => {
      const ways = [email, passkey, key].filter((way) => way !== undefined)
      return (email === undefined) === (password === undefined) && ways.length === 1
    },
    {
      error: "must have `email` and `password`, or `passkey`, or `key`",
      when: ({ value }) => typeof value === "object" && value !== null,
    },
  )
  .meta({
    oneOf: [
      { required: ["email", "password"], properties: { passkey: false, key: false } },
      { required: ["passkey"], properties: { email: false, password: false, key: false } },
      { required: ["key"], properties: { email: false, password: false, passkey: false } },
    ],
  })

export const signIn = preparedMutation({
  name: "sessions.signIn",
  title: "Sign in",
  summary: "Sign in with a password, with a passkey, or with a root or operator key. The browser gets a cookie.",
  touches: "one object",
  callers: ["visitor"],
  needs: [],
  scope: "installation",
  chain: "installation",
  takesSecrets: true,
  input,
  output: startedSession,
  errors: ["authentication/sign_in_failed", "authorization/insufficient_permissions", "limits/sign_in_rate_limited"],
  example: { email: "ada@example.com", password: "correct horse battery staple" },
  async prepare(context) {
    try {
      return await check(context)
    } catch (error) {
      context.browser().noteRefusal()
      throw error
    }
  },
  async run({ tx, mint, now, caller, browser }, checked) {
    if (!(await stillHolds(tx, checked, now))) {
      browser().noteRefusal()
      throw failed()
    }
    const { principal, method } = checked
    return startSession({ tx, mint, now, caller, browser: browser() }, principal, { method })
  },
})

type Checked =
  /** With the stored password that was compared. */
  | { readonly method: "password"; readonly principal: UserPrincipal; readonly passwordHash: string }
  | { readonly method: "passkey"; readonly principal: UserPrincipal; readonly proof: PasskeyProof }
  | { readonly method: "key"; readonly principal: Exclude<Principal, UserPrincipal> }

type UserPrincipal = Extract<Principal, { readonly type: "user" }>

type SignInContext = Omit<Context<z.infer<typeof input>>, "workspace">

function check(context: SignInContext): Promise<Checked> {
  const { key, passkey, email = "", password = "" } = context.input
  if (key !== undefined) return checkKey(context, key)
  return passkey === undefined ? checkPassword(context, email, password) : checkByPasskey(context, passkey)
}

async function checkPassword(context: SignInContext, address: string, password: string): Promise<Checked> {
  const { store, vault, passwords, counters, now } = context
  const browser = context.browser()
  const knownUserIds = [browser.knownUserId(), signedInUserId(context.caller)].filter((id) => id !== undefined)
  if (knownUserIds.length === 0) passwords.requireRoom()
  const user = await store.users.findByEmail(address)
  const owner = knownUserIds.find((id) => id === user?.id)
  const attempt = { account: vault.hash(address), address: browser.address, isKnownBrowser: owner !== undefined }
  const { forgive } = await limitSignIn({ counters, now }, attempt)
  // Unknown users cost the same reads and the same hash.
  const passwordHash = await store.users.findPasswordHash(user?.id ?? "")
  const matches = await passwords.verify(password, passwordHash, owner).catch(async (error) => {
    // Nothing was compared, so nothing was guessed.
    await forgive()
    throw error
  })
  if (!matches || user === undefined || passwordHash === undefined) throw failed()
  await forgive()
  return { method: "password", principal: { type: "user", user }, passwordHash }
}

/** A browser may have a session without the proof that the user has signed in with it before. */
function signedInUserId(caller: Caller): string | undefined {
  return caller.type === "visitor" ? caller.signedIn?.user?.id : undefined
}

/** Nothing can be guessed here, so that no limit locks out the owner of a passkey. */
async function checkByPasskey(context: SignInContext, response: SignInResponse): Promise<Checked> {
  const proof = await checkPasskey(context, response)
  if (proof === undefined) throw failed()
  return { method: "passkey", principal: { type: "user", user: proof.user }, proof }
}

/** API keys cannot sign in. */
async function checkKey(context: SignInContext, key: string): Promise<Checked> {
  const { store, vault, operatorKeyHash, now } = context
  const hash = vault.hash(key)
  if (hash === operatorKeyHash) {
    await limitKeySignIn(context, "operator")
    return { method: "key", principal: { type: "operator", operatorKeyHash } }
  }
  const credential = await store.credentials.find(hash)
  if (credential?.type !== "root_key" || !isUsable(credential.rootKey, now)) throw failed()
  const { id: rootKeyId, permissions } = credential.rootKey
  // Such a key is in a server that faces the internet, and a stolen one must not fill the list of events.
  if (isForApplicationsOnly(permissions)) throw fault("authorization/insufficient_permissions", { detail: noUseDetail })
  await limitKeySignIn(context, rootKeyId)
  return { method: "key", principal: { type: "root_key", rootKeyId } }
}

const noUseDetail =
  "This root key can only verify keys and check limits. Sign in with your account, or with a key that has other permissions."

/** The password, the passkey or the key may have changed since it was checked. */
async function stillHolds(tx: Transaction, checked: Checked, now: number): Promise<boolean> {
  switch (checked.method) {
    case "password":
      return (await tx.users.findPasswordHash(checked.principal.user.id)) === checked.passwordHash
    case "passkey":
      return spendPasskey({ tx, now }, checked.proof)
    case "key": {
      const { principal } = checked
      if (principal.type === "operator") return true
      const found = await tx.credentials.findRootKey(principal.rootKeyId)
      return found !== undefined && isUsable(found.rootKey, now)
    }
  }
}

function failed() {
  return fault("authentication/sign_in_failed")
}
