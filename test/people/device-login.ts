import type { TestServer } from "../harness/harness.ts"
import { inBrowser, type Person } from "./person.ts"

/** What a terminal knows after it has started to sign in. */
export interface Terminal {
  readonly deviceCode: string
  readonly userCode: string
  readonly url: string
  readonly expires: number
  readonly interval: number
}

type Server = Pick<TestServer, "ok" | "call" | "workspaceId">

/** Programs send neither a key nor an origin. */
export const program = { key: null } as const

export const monthMs = 30 * 24 * 60 * 60 * 1000

export function startTerminal(server: Server, terminal = "ada@laptop"): Promise<Terminal> {
  return server.ok("deviceLogins.startLogin", { terminal }, program)
}

/** The id that the page gets for a code. */
export async function findLogin(server: Server, person: Person, { userCode }: Terminal): Promise<string> {
  return (await server.ok("deviceLogins.getLogin", { userCode }, inBrowser(person))).loginId
}

export function approve(server: Server, person: Person, body: Readonly<Record<string, unknown>>) {
  const whole = { workspaceId: server.workspaceId, access: "read", expiresIn: monthMs, ...body }
  return server.call("deviceLogins.approveLogin", whole, inBrowser(person))
}

export function collect(server: Server, { deviceCode }: Terminal) {
  return server.ok("deviceLogins.collectKey", { deviceCode }, program)
}

/** A terminal that an owner has confirmed. */
export async function approvedTerminal(server: Server, person: Person, body: Readonly<Record<string, unknown>> = {}) {
  const terminal = await startTerminal(server)
  const reply = await approve(server, person, { loginId: await findLogin(server, person, terminal), ...body })
  if (reply.status !== 200) throw new Error(`The approval was refused: ${reply.text}`)
  return terminal
}
