import type { Operation } from "../../src/operations/operation.ts"
import { createAuthenticator } from "../people/authenticator.ts"
import { approvedTerminal, findLogin, program, startTerminal } from "../people/device-login.ts"
import { callBack, cookiesOf, followProvider } from "../people/oidc.ts"
import { addPasskey, originOf } from "../people/passkeys.ts"
import { addPerson, inBrowser, type Person, password, setupToken, tokenIn, visitor } from "../people/person.ts"
import type { Situation, Stage } from "./situation.ts"

export async function browserSituation(stage: Stage, operation: Operation): Promise<Situation> {
  const { server } = stage
  const callers = operation.callers ?? []
  if (operation.name.startsWith("setup.")) {
    const body = { ...Object(operation.example), token: await setupToken(server) }
    return { body, options: visitor, shown: [[server.workspaceId, exampleId("ws")]] }
  }
  const person = await addPerson(server, { ...server, role: "owner" })
  const secrets = await secretsFor[operation.name]?.(stage, person)
  const isSignedIn = callers.includes("user") || usesSession.has(operation.name)
  return {
    body: { ...Object(operation.example), ...secrets },
    options: isSignedIn ? inBrowser(person) : operation.isOpenToPrograms ? program : visitor,
    shown: [
      [server.workspaceId, exampleId("ws")],
      [person.userId, exampleId("usr")],
      [person.email, "ada@example.com"],
      [`"${person.name}"`, '"Ada Lovelace"'],
      ...(stage.provider === undefined ? [] : [[stage.provider.issuer, "https://accounts.example.com"] as const]),
      ...Object.entries(secrets ?? {}).flatMap(([field, value]) => {
        const shown = Reflect.get(Object(operation.example), field)
        return typeof value === "string" && typeof shown === "string" ? [[value, shown] as const] : []
      }),
    ],
  }
}

function exampleId(prefix: string): string {
  return `${prefix}_1CAiZx1YPnJZtcPxTdBGPS`
}

/** Visitors may call these, but a session makes the response more telling. */
const usesSession = new Set(["sessions.getSession", "sessions.signOut"])

type Secrets = (stage: Stage, person: Person) => Promise<Readonly<Record<string, unknown>> | undefined>

const loginOf: Secrets = async ({ server }, person) => ({
  loginId: await findLogin(server, person, await startTerminal(server)),
})

const tokenOfInvitation: Secrets = async ({ server }) => {
  const invited = { email: `${crypto.randomUUID()}@example.com`, role: "developer" }
  return { token: tokenIn((await server.ok("members.inviteMember", invited)).url) }
}

const withPasskey: Secrets = async ({ server }, person) => {
  await addPasskey(server, person)
  return undefined
}

/** In another browser. */
const withOtherSession: Secrets = async ({ server }, { email }) => {
  await server.ok("sessions.signIn", { email, password }, visitor)
  return undefined
}

/** The fields of an example that only the server can know, after the calls that create them. */
const secretsFor: Readonly<Record<string, Secrets>> = {
  "account.addPasskey": async ({ server }, person) => {
    const options = await server.ok("account.getPasskeyChallenge", {}, inBrowser(person))
    return { passkey: createAuthenticator(() => originOf(server)).create(options) }
  },
  "account.getAccount": withPasskey,
  "account.listPasskeys": withPasskey,
  "account.listSessions": withOtherSession,
  "account.removePasskey": async ({ server }, person) => {
    await addPasskey(server, person)
    const [passkey] = await server.ok("account.listPasskeys", {}, inBrowser(person))
    return { passkeyId: passkey.passkeyId }
  },
  "account.revokeOtherSessions": withOtherSession,
  "account.revokeSession": async ({ server }, { email }) => {
    const { sessionId } = await server.ok("sessions.signIn", { email, password }, visitor)
    return { sessionId }
  },
  "account.unlinkOidc": async (stage, person) => ({ issuer: await linkOidc(stage, person) }),
  "deviceLogins.approveLogin": async (stage, person) => ({
    ...(await loginOf(stage, person)),
    workspaceId: stage.server.workspaceId,
  }),
  "deviceLogins.collectKey": async ({ server }, person) => {
    const { deviceCode } = await approvedTerminal(server, person)
    return { deviceCode }
  },
  "deviceLogins.denyLogin": loginOf,
  "deviceLogins.getLogin": async ({ server }) => {
    const { userCode } = await startTerminal(server)
    return { userCode }
  },
  "invitations.acceptInvitation": tokenOfInvitation,
  "invitations.getInvitation": tokenOfInvitation,
  "resets.useReset": async ({ server }, { userId }) => {
    const { url } = await server.ok("users.createResetLink", { userId }, server.operator)
    return { token: tokenIn(url) }
  },
  "sessions.signIn": async (_stage, { email }) => ({ email }),
}

/** Links the account of a person with one at the provider, and returns the issuer. */
export async function linkOidc({ server, provider }: Pick<Stage, "server" | "provider">, person: Person) {
  if (provider === undefined) throw new Error("The server has no provider.")
  provider.person = { subject: "1024", email: "ada@example.com", isVerified: true, name: "Ada Lovelace" }
  const { body, headers } = await server.call("account.linkOidc", {}, inBrowser(person))
  const { url, cookie } = await followProvider(body.data.url, cookiesOf({ headers }))
  await callBack({ url, cookie: `${person.cookie}; ${cookie}` })
  return provider.issuer
}
