import { z } from "zod"
import { collectedKey } from "../contract/device-login.ts"
import { oneTimeToken } from "../contract/people.ts"
import type { DeviceLogin, Session, User } from "../core/people.ts"
import { printable } from "../core/printable.ts"
import { hasEnded } from "../core/session-life.ts"
import type { Transaction } from "../storage/port/store.ts"
import type { ContextWith } from "./context.ts"
import { query } from "./operation.ts"
import { limitPolls } from "./shared/people/device-login-limits.ts"
import { createRootKey } from "./shared/root-keys/create-root-key.ts"
import { missingForTerminal } from "./shared/root-keys/terminal-key.ts"
import { userActor } from "./shared/transact.ts"

const sessionsOfUser = 100

/** Most calls find a login that waits, so this is no mutation: only an approved login needs a transaction. */
export const collectKey = query({
  name: "deviceLogins.collectKey",
  title: "Collect the root key",
  summary: "Ask whether a terminal may sign in, and receive its root key once.",
  callers: ["visitor"],
  isOpenToPrograms: true,
  needs: [],
  scope: "installation",
  takesSecrets: true,
  input: z.strictObject({ deviceCode: oneTimeToken.describe("`deviceCode` of deviceLogins.startLogin.") }),
  output: collectedKey,
  errors: ["limits/sign_in_rate_limited"],
  example: { deviceCode: "kQ7m3XJ0mZk4cG0y8b1N5r2v9sPpYtQeWaUxLd6Hf3E" },
  async run(context) {
    const { input, store, vault, now } = context
    const login = await store.deviceLogins.findByDevice(vault.hash(input.deviceCode))
    if (login === undefined || now >= login.expires) return expired
    await limitPolls(context, login.id)
    if (login.state !== "approved") return login.state === "pending" ? pending : denied
    return collect(context, login)
  },
})

type Collecting = ContextWith<"store" | "mint" | "now" | "requestId">

async function collect({ store, mint, now, requestId }: Collecting, login: DeviceLogin) {
  const { workspaceId, permissions, keyExpires: expires } = login
  const user = await store.users.find(login.userId ?? "")
  if (user === undefined || workspaceId === null || permissions === null || expires === null) return denied
  const actor = userActor(user, login.sessionId ?? "")
  return store.transaction({ workspaceId, actor, requestId, now }, async (tx) => {
    if (!(await tx.deviceLogins.take(login.id))) return expired
    const session = await stillApproved(tx, { login, user, now })
    if (session === undefined || now >= expires) return denied
    const caller = { type: "visitor", signedIn: { session, user, acting: undefined } } as const
    const wanted = { workspaceId, name: printable(login.terminal), enabled: true, permissions, expires }
    const created = await createRootKey({ tx, mint, now, caller }, wanted)
    return { status: "approved", ...created, workspaceId, expires } as const
  })
}

const pending = { status: "pending" } as const
const denied = { status: "denied" } as const
const expired = { status: "expired" } as const

interface Approved {
  readonly login: DeviceLogin
  readonly user: User
  readonly now: number
}

/** The session of the approval, if the person could still approve: signed in, a member, and with the same grants. */
async function stillApproved(tx: Transaction, { login, user, now }: Approved): Promise<Session | undefined> {
  const { workspaceId, permissions, sessionId } = login
  const workspace = await tx.workspaces.find(workspaceId ?? "")
  const member = await tx.members.find(workspaceId ?? "", user.id)
  if (workspace?.enabled !== true || member === undefined) return undefined
  if (missingForTerminal(member.role, permissions ?? ["*"]).length > 0) return undefined
  const sessions = await tx.sessions.listOfUser(user.id, sessionsOfUser)
  return sessions.find((session) => session.id === sessionId && !hasEnded(session, now))
}
