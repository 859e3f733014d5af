import { printable } from "../../core/printable.ts"
import type { Connection } from "../client/connection.ts"
import { Refused } from "../client/refused.ts"
import { send } from "../client/send.ts"
import { isObject } from "../terminal/json.ts"
import { countOf } from "../terminal/text.ts"

/** The object to delete or disable, as the confirmation shows it. */
export interface Target {
  /** `API Payments (api_…)` */
  readonly named: string
  /** Other affected objects: ` and its 1,204 keys`. */
  readonly affected: string
  /** The text that the user types to confirm: the name, or the id if there is no name. */
  readonly word: string
}

type Body = Readonly<Record<string, unknown>>

/** Calls an operation; undefined if the key lacks the permission. */
interface Ask {
  (operation: string, body: Body): Promise<unknown>
  page(
    operation: string,
    body: Body,
  ): Promise<{ readonly data: unknown; readonly cursor: string | undefined } | undefined>
}

/** Looks up the object. Without permission to read it, the typed words name it. An unknown object is refused. */
export async function targetOf(connection: Connection, operation: string, body: unknown): Promise<Target> {
  const given = isObject(body) ? body : {}
  const page: Ask["page"] = async (name, query) => {
    const answer = await send({ ...connection, idempotencyKey: undefined }, name, JSON.stringify(query))
    if (answer.type === "success") return answer
    if (answer.refusal.status === 403) return undefined
    throw new Refused(answer.refusal, connection)
  }
  const ask: Ask = Object.assign(async (name: string, query: Body) => (await page(name, query))?.data, { page })
  return (await targets[operation]?.(ask, given)) ?? plainTarget(operation, given)
}

const targets: Readonly<Record<string, (ask: Ask, body: Body) => Promise<Target | undefined>>> = {
  "apis.deleteApi": async (ask, { apiId }) => {
    const api = await ask("apis.getApi", { apiId })
    return api === undefined ? undefined : target("API", api, "id", await keysOf(ask, { apiId }))
  },
  "identities.deleteIdentity": async (ask, { identity, keys }) => {
    const found = await ask("identities.getIdentity", { identity })
    if (!isObject(found)) return undefined
    const count = await countKeys(ask, { identityId: found.identityId })
    const isRestricted = found.enabled === false || found.plan !== undefined
    const action = keys ?? (isRestricted ? "disable" : "keep")
    const fate = action === "keep" ? "lose their owner" : `will be ${action}d`
    const affected = count === undefined ? "" : `; its ${count} ${fate}`
    return target("identity", { ...found, name: found.externalId }, "identityId", affected)
  },
  "keys.deleteKeys": async (ask, body) => keysTarget(ask, body),
  "keys.deleteKey": async (ask, { keyId }) => keyTarget(await ask("keys.getKey", { keyId })),
  "keys.updateKey": async (ask, { keyId }) => keyTarget(await ask("keys.getKey", { keyId })),
  "keys.revokeSelf": async (ask) => keyTarget(await ask("keys.whoami", {})),
  "permissions.deletePermission": async (ask, { permission }) => {
    const found = await ask("permissions.getPermission", { permission })
    const named = isObject(found) ? { ...found, name: found.slug } : found
    return target("permission", named, "id", "; every role, key, customer and plan that holds it loses it")
  },
  "permissions.deleteRole": async (ask, { role }) =>
    target("role", await ask("permissions.getRole", { role }), "id", "; every key that holds it loses its permissions"),
  "plans.deletePlan": async (ask, { plan }) => target("plan", await ask("plans.getPlan", { plan }), "id", ""),
  "rootKeys.deleteRootKey": async (ask, body) => rootKeyTarget(ask, body),
  "rootKeys.updateRootKey": async (ask, body) => rootKeyTarget(ask, body),
  "webhooks.deleteWebhook": async (ask, body) => {
    const found = await ask("webhooks.getWebhook", body)
    const named = isObject(found) ? { ...found, name: found.url } : found
    return target("webhook", named, "webhookId", "; events that wait for it are not sent")
  },
  "workspaces.deleteWorkspace": async (ask, { workspaceId }) =>
    target("workspace", await ask("workspaces.getWorkspace", { workspaceId }), "id", " and everything in it"),
  "workspaces.disableWorkspace": async (ask, { workspaceId }) => {
    const query = workspaceId === undefined ? {} : { workspaceId }
    const found = await ask("workspaces.getWorkspace", query)
    return target("workspace", found, "id", "; all its keys are refused until an operator enables it again")
  },
}

function keyTarget(key: unknown): Target | undefined {
  const owner = isObject(key) && isObject(key.identity) ? ` of ${printable(String(key.identity.externalId))}` : ""
  return target("key", key, "keyId", owner)
}

/** The keys that a list, an API, an identity or a filter selects. */
async function keysTarget(ask: Ask, { keyIds, apiId, identity, filter, expected }: Body): Promise<Target | undefined> {
  if (Array.isArray(keyIds)) {
    const named = countOf(keyIds.length, "key")
    return { named, affected: "", word: named }
  }
  if (filter !== undefined) {
    const count = countOf(Number(expected), "key")
    return { named: `the ${count} that the filter matches`, affected: "", word: count }
  }
  if (apiId !== undefined) {
    const owner = target("API", await ask("apis.getApi", { apiId }), "id", "")
    return owner && ownedBy(owner, await countKeys(ask, { apiId }))
  }
  const found = await ask("identities.getIdentity", { identity })
  if (!isObject(found)) return undefined
  const owner = target("identity", { ...found, name: found.externalId }, "identityId", "")
  return owner && ownedBy(owner, await countKeys(ask, { identityId: found.identityId }))
}

function ownedBy({ named, word }: Target, count = "all keys"): Target {
  return { named: `${count} of the ${named}`, affected: "", word }
}

async function rootKeyTarget(ask: Ask, { rootKeyId, workspaceId }: Body): Promise<Target | undefined> {
  const found = await ask("rootKeys.getRootKey", { rootKeyId, ...(workspaceId !== undefined && { workspaceId }) })
  return target("root key", found, "rootKeyId", "")
}

function target(noun: string, found: unknown, idField: string, affected: string): Target | undefined {
  if (!isObject(found)) return undefined
  const id = String(found[idField])
  const name = typeof found.name === "string" ? printable(found.name).trim() : ""
  return { named: `${noun} ${name === "" ? id : `${name} (${id})`}`, affected, word: name === "" ? id : name }
}

/** Names the target by the typed words. */
function plainTarget(operation: string, body: Body): Target {
  const words = Object.values(body).filter((value) => typeof value === "string")
  const word = printable(words.join(" ")) || operation
  return { named: word, affected: "", word }
}

async function keysOf(ask: Ask, filter: Body): Promise<string> {
  const count = await countKeys(ask, filter)
  return count === undefined ? " and all its keys" : ` and its ${count}`
}

const pageLength = 100
const mostPages = 100

/** `1,204 keys`; stops at 10,000, because counting more takes too long. */
async function countKeys(ask: Ask, filter: Body): Promise<string | undefined> {
  let count = 0
  let cursor: string | undefined
  for (let page = 0; page < mostPages; page++) {
    const found = await ask.page("keys.listKeys", { ...filter, limit: pageLength, ...(cursor && { cursor }) })
    if (!Array.isArray(found?.data)) return undefined
    count += found.data.length
    cursor = found.cursor
    if (cursor === undefined) return countOf(count, "key")
  }
  return `more than ${countOf(count, "key")}`
}
