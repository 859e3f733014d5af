import { randomBytes } from "node:crypto"
import type { TestServer, WireEvent } from "./harness.ts"

/** Settings for recoverable keys. */
export function withEncryption(): Readonly<Record<string, string>> {
  return { KEYWARD_ENCRYPTION_KEY: randomBytes(32).toString("base64") }
}

export async function createApi(keyward: TestServer, rootKey = keyward.rootKey): Promise<string> {
  const { apiId } = await keyward.ok("apis.createApi", { name: "Test API" }, { key: rootKey })
  return apiId
}

export function disableWorkspace(keyward: TestServer, workspaceId: string, reason = "account_closure") {
  return keyward.ok("workspaces.disableWorkspace", { workspaceId, reason }, keyward.operator)
}

/** A workspace must be disabled first. */
export async function deleteWorkspace(keyward: TestServer, workspaceId: string): Promise<void> {
  await disableWorkspace(keyward, workspaceId)
  await keyward.ok("workspaces.deleteWorkspace", { workspaceId }, keyward.operator)
}

export interface TestKey {
  readonly apiId: string
  readonly keyId: string
  readonly key: string
}

/** A key of a new API, unless the attributes name one. */
export async function createKey(
  keyward: TestServer,
  attributes: Readonly<Record<string, unknown>> = {},
  rootKey = keyward.rootKey,
): Promise<TestKey> {
  const apiId = attributes.apiId ?? (await createApi(keyward, rootKey))
  return { apiId, ...(await keyward.ok("keys.createKey", { ...attributes, apiId }, { key: rootKey })) }
}

type Shown = Readonly<Record<string, unknown>>

/** A key as events record it: only its own permissions and credits, and only the names of its identity. */
export function keyInEvents(shown: Shown, directPermissions: readonly string[]): Shown {
  const { identity, directPermissions: _direct, inheritedPermissions: _inherited, balances: _balances, ...own } = shown
  const named = isObject(identity) ? { identity: { id: identity.id, externalId: identity.externalId } } : {}
  return { ...own, ...named, permissions: directPermissions }
}

/** An object as its deletion event records it: without lists and meta. */
export function deletedInEvents(shown: Shown): Shown {
  const { meta: _meta, ...rest } = shown.keyId === undefined ? shown : keyInEvents(shown, [])
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => !Array.isArray(value)))
}

function isObject(value: unknown): value is Shown {
  return typeof value === "object" && value !== null
}

/** The events since then, oldest first. */
export async function eventsDuring(
  keyward: TestServer,
  work: () => Promise<unknown>,
  { workspaceId }: Pick<TestServer, "workspaceId"> = keyward,
): Promise<readonly WireEvent[]> {
  const [last] = await keyward.events({ workspaceId, limit: 1 })
  await work()
  const events = await keyward.events({ workspaceId })
  const before = events.findIndex(({ eventId }) => eventId === last?.eventId)
  return events.slice(0, before === -1 ? events.length : before).reverse()
}

/** Type, before and after of each event since then, oldest first. */
export async function changesDuring(keyward: TestServer, work: () => Promise<unknown>) {
  const events = await eventsDuring(keyward, work)
  return events.map(({ type, changes }) => [type, changes.before, changes.after] as const)
}

/** The limits of a new workspace. */
export const noLimits = {
  requestsPerMinute: null,
  keys: null,
  identities: null,
  verificationsPerMonth: null,
  onExceeded: "reject",
}

/** A workspace as every operation shows it. Only getWorkspace adds counts. */
export async function readWorkspace({ ok, operator }: Pick<TestServer, "ok" | "operator">, workspaceId: string) {
  const { counts: _counts, ...workspace } = await ok("workspaces.getWorkspace", { workspaceId }, operator)
  return workspace
}
