import { z } from "zod"
import { email } from "../contract/email.ts"
import { fault } from "../contract/errors.ts"
import { givenPassword, startedSession } from "../contract/people.ts"
import { text } from "../contract/primitives.ts"
import { isUsable } from "../core/lifetime.ts"
import type { Transaction } from "../storage/port/store.ts"
import type { Context } from "./context.ts"
import { preparedMutation } from "./operation.ts"
import { limitSignIn } from "./shared/sign-in-limits.ts"
import { type Principal, startSession } from "./shared/start-session.ts"

const input = z
  .strictObject({
    email: email.optional().describe("E-mail address of the user. Send it with `password`."),
    password: givenPassword.optional().describe("Password of the user."),
    key: text(1, 512).optional().describe("A root key or the operator key, instead of address and password."),
  })
  .refine(
    ({ email, password, key }) =>
      (email === undefined) === (password === undefined) && (email === undefined) !== (key === undefined),
    {
      error: "must have `email` and `password`, or `key`",
      when: ({ value }) => typeof value === "object" && value !== null,
    },
  )
  .meta({
    oneOf: [
      { required: ["email", "password"], properties: { key: false } },
      { required: ["key"], properties: { email: false, password: false } },
    ],
  })

export const signIn = preparedMutation({
  name: "sessions.signIn",
  summary: "Sign in with a password, or with a root or operator key. The browser gets a cookie.",
  callers: ["visitor"],
  needs: [],
  scope: "installation",
  chain: "installation",
  takesSecrets: true,
  input,
  output: startedSession,
  errors: ["authentication/sign_in_failed", "limits/sign_in_rate_limited"],
  example: { email: "ada@example.com", password: "correct horse battery staple" },
  async prepare(context) {
    const { key, email, password } = context.input
    try {
      return await (key === undefined ? checkPassword(context, email ?? "", password ?? "") : checkKey(context, key))
    } catch (error) {
      context.browser().noteRefusal()
      throw error
    }
  },
  async run({ tx, mint, now, caller, browser }, checked) {
    if (!(await stillHolds(tx, checked, now))) throw failed()
    const method = checked.principal.type === "user" ? "password" : "key"
    return startSession({ tx, mint, now, caller, browser: browser() }, checked.principal, { method })
  },
})

interface Checked {
  readonly principal: Principal
  /** The stored password that was compared. */
  readonly passwordHash?: string
}

type SignInContext = Omit<Context<z.infer<typeof input>>, "workspace">

async function checkPassword(context: SignInContext, address: string, password: string): Promise<Checked> {
  const { store, vault, passwords, counters, now } = context
  const browser = context.browser()
  const user = await store.users.findByEmail(address)
  const isKnownBrowser = user !== undefined && browser.knows(user.id)
  const attempt = { account: vault.hash(address), address: browser.address, isKnownBrowser }
  const { forgive } = await limitSignIn({ counters, now }, attempt)
  // Unknown users cost the same reads and the same hash.
  const passwordHash = await store.users.findPasswordHash(user?.id ?? "")
  const matches = await passwords.verify(password, passwordHash)
  if (!matches || user === undefined || passwordHash === undefined) throw failed()
  await forgive()
  return { principal: { type: "user", user }, passwordHash }
}

/** API keys cannot sign in. */
async function checkKey({ store, vault, operatorKeyHash, now }: SignInContext, key: string): Promise<Checked> {
  const hash = vault.hash(key)
  if (hash === operatorKeyHash) return { principal: { type: "operator", operatorKeyHash } }
  const credential = await store.credentials.find(hash)
  if (credential?.type !== "root_key" || !isUsable(credential.rootKey, now)) throw failed()
  return { principal: { type: "root_key", rootKeyId: credential.rootKey.id } }
}

/** The password or the key may have changed since it was checked. */
async function stillHolds(tx: Transaction, { principal, passwordHash }: Checked, now: number): Promise<boolean> {
  switch (principal.type) {
    case "user":
      return (await tx.users.findPasswordHash(principal.user.id)) === passwordHash
    case "root_key": {
      const found = await tx.credentials.findRootKey(principal.rootKeyId)
      return found !== undefined && isUsable(found.rootKey, now)
    }
    case "operator":
      return true
  }
}

function failed() {
  return fault("authentication/sign_in_failed")
}
