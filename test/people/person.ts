import { randomUUID } from "node:crypto"
import type { MemberRole } from "../../src/contract/member-roles.ts"
import { runHere } from "../cli/run-here.ts"
import type { Reply, TestServer } from "../harness/harness.ts"
import { settingOf } from "../storage/database.ts"

export const password = "correct horse battery staple"

/** A person who has an account and has signed in. */
export interface Person {
  readonly userId: string
  readonly email: string
  readonly name: string
  /** The cookies of the browser, as it sends them. */
  readonly cookie: string
}

interface Joining {
  readonly workspaceId: string
  readonly rootKey: string
  readonly role: MemberRole
  readonly email?: string
}

/** Invites a new person with the root key of a workspace, and accepts the invitation in the person's browser. */
export async function addPerson(server: Pick<TestServer, "ok" | "call">, joining: Joining): Promise<Person> {
  const { rootKey, role, email = `${randomUUID()}@example.com` } = joining
  const { url } = await server.ok("members.inviteMember", { email, role }, { key: rootKey })
  const name = "Grace"
  const reply = await server.call("invitations.acceptInvitation", { token: tokenIn(url), name, password }, visitor)
  if (reply.status !== 200) throw new Error(`The invitation was refused: ${reply.text}`)
  return { userId: reply.body.data.userId, email, name, cookie: cookieOf(reply) }
}

/** A browser without a session. */
export const visitor = { session: {} } as const

export function tokenIn(url: string): string {
  return url.slice(url.indexOf("#") + 1)
}

/** What a browser sends back after this response. */
export function cookieOf({ headers }: Reply): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.slice(0, cookie.indexOf(";")))
    .join("; ")
}

/** The options of a call in the browser of a person. */
export function inBrowser({ cookie }: Pick<Person, "cookie">, workspace = "operator") {
  return { session: { cookie, workspace } }
}

/** Signs in again, as a browser does that keeps its cookies. */
export async function signIn(server: Pick<TestServer, "call">, person: Person): Promise<Person> {
  const { email, cookie } = person
  const reply = await server.call("sessions.signIn", { email, password }, { session: { cookie } })
  if (reply.status !== 200) throw new Error(`The sign-in failed: ${reply.text}`)
  return { ...person, cookie: cookieOf(reply) }
}

/** The token of a new setup link. The installation must have no users. */
export async function setupToken(server: Pick<TestServer, "storage">): Promise<string> {
  const { code, stdout, stderr } = await runHere(["setup-link"], { env: settingOf(server.storage) })
  if (code !== 0) throw new Error(stderr)
  return tokenIn(stdout.trim())
}
