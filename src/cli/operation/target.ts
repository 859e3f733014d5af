import { printable } from "../../core/printable.ts"
import type { Connection } from "../client/connection.ts"
import { Refused } from "../client/refused.ts"
import { send } from "../client/send.ts"
import { isObject } from "../terminal/json.ts"
import { countOf } from "../terminal/text.ts"

/** The object to delete, disable or change, as the confirmation shows it. */
export interface Target {
  /** `API Payments (api_…)` */
  readonly named: string
  /** What else the call does: ` and its keys`. */
  readonly affected: string
  /** The text that the user types to confirm: the name, or the id if there is no name. */
  readonly word: string
}

type Body = Readonly<Record<string, unknown>>

/** Calls an operation; undefined if the key lacks the permission. */
type Read = (operation: string, body: Body) => Promise<unknown>

/** Looks up the object. Without permission to read it, the typed words name it. An unknown object is refused. */
export async function targetOf(connection: Connection, operation: string, body: unknown): Promise<Target> {
  const given = isObject(body) ? body : {}
  const read: Read = async (name, query) => {
    const answer = await send({ ...connection, idempotencyKey: undefined }, name, JSON.stringify(query))
    if (answer.type === "success") return answer.data
    if (answer.refusal.status === 403) return undefined
    throw new Refused(answer.refusal, connection)
  }
  return (await targets[operation]?.(read, given)) ?? plainTarget(operation, given)
}

type Find = (read: Read, body: Body) => Promise<Target | undefined>

const api: Find = async (read, { apiId }) => target("API", await read("apis.getApi", { apiId }), "id")
const customer: Find = async (read, { identity }) => {
  const found = await read("identities.getIdentity", { identity })
  return target("customer", isObject(found) ? { ...found, name: found.externalId } : found, "identityId")
}
const key: Find = async (read, { keyId }) => keyTarget(await read("keys.getKey", { keyId }))
const plan: Find = async (read, body) => target("plan", await read("plans.getPlan", { plan: body.plan }), "id")
const role: Find = async (read, body) =>
  target("role", await read("permissions.getRole", { role: body.role ?? body.roleId }), "id")
const rootKey: Find = async (read, { rootKeyId, keyId, workspaceId }) => {
  const found = await read("rootKeys.getRootKey", {
    rootKeyId: rootKeyId ?? keyId,
    ...(workspaceId !== undefined && { workspaceId }),
  })
  return target("root key", found, "rootKeyId")
}
const webhook: Find = async (read, { webhookId, workspaceId }) => {
  const found = await read("webhooks.getWebhook", { webhookId, ...(workspaceId !== undefined && { workspaceId }) })
  return target("webhook", isObject(found) ? { ...found, name: found.url } : found, "webhookId")
}
const workspace: Find = async (read, { workspaceId }) =>
  target("workspace", await read("workspaces.getWorkspace", workspaceId === undefined ? {} : { workspaceId }), "id")

const targets: Readonly<Record<string, Find>> = {
  "apis.deleteApi": after(api, " and its keys"),
  "apis.updateApi": api,
  "identities.deleteIdentity": async (read, { identity, keys }) => {
    const found = await read("identities.getIdentity", { identity })
    if (!isObject(found)) return undefined
    const isRestricted = found.enabled === false || found.plan !== undefined
    const action = keys ?? (isRestricted ? "disable" : "keep")
    const fate = action === "keep" ? "lose their owner" : `will be ${action}d`
    return target("customer", { ...found, name: found.externalId }, "identityId", `; its keys ${fate}`)
  },
  "identities.updateIdentities": manyCustomers,
  "identities.updateIdentity": customer,
  "keys.deleteKey": key,
  "keys.deleteKeys": manyKeys,
  "keys.revokeSelf": async (read) => keyTarget(await read("keys.whoami", {})),
  "keys.updateKey": key,
  "keys.updateKeys": manyKeys,
  "permissions.deletePermission": async (read, { permission }) => {
    const found = await read("permissions.getPermission", { permission })
    const named = isObject(found) ? { ...found, name: found.slug } : found
    return target("permission", named, "id", "; every role, key, customer and plan that holds it loses it")
  },
  "permissions.deleteRole": after(role, "; every key that holds it loses its permissions"),
  "permissions.setRolePermissions": role,
  "permissions.updateRole": role,
  "plans.deletePlan": plan,
  "plans.updatePlan": plan,
  "portal.updatePortal": async () => ({ named: "the portal", affected: "", word: "portal" }),
  "rootKeys.deleteKey": rootKey,
  "rootKeys.deleteRootKey": rootKey,
  "rootKeys.updateKey": rootKey,
  "rootKeys.updateRootKey": rootKey,
  "webhooks.deleteWebhook": after(webhook, "; events that wait for it are not sent"),
  "webhooks.updateWebhook": webhook,
  "workspaces.deleteWorkspace": after(workspace, " and everything in it"),
  "workspaces.disableWorkspace": after(workspace, "; all its keys are refused until an operator enables it again"),
  "workspaces.updateWorkspace": workspace,
}

function after(find: Find, affected: string): Find {
  return async (read, body) => {
    const found = await find(read, body)
    return found && { ...found, affected }
  }
}

function keyTarget(key: unknown): Target | undefined {
  const owner = isObject(key) && isObject(key.identity) ? ` of ${printable(String(key.identity.externalId))}` : ""
  return target("key", key, "keyId", owner)
}

/** The keys that a list, an API, an identity or a filter selects. */
async function manyKeys(read: Read, body: Body): Promise<Target | undefined> {
  const { keyIds, filter, expected, apiId } = body
  if (Array.isArray(keyIds)) return named(countOf(keyIds.length, "key"))
  if (filter !== undefined) {
    const count = countOf(Number(expected), "key")
    return { ...named(`the ${count} that the filter matches`), word: count }
  }
  return ownedBy("all keys", await (apiId === undefined ? customer : api)(read, body))
}

async function manyCustomers(read: Read, body: Body): Promise<Target | undefined> {
  if (Array.isArray(body.identities)) return named(countOf(body.identities.length, "customer"))
  return ownedBy("all customers", await plan(read, body))
}

function named(text: string): Target {
  return { named: text, affected: "", word: text }
}

function ownedBy(all: string, owner: Target | undefined): Target | undefined {
  return owner && { ...owner, named: `${all} of the ${owner.named}` }
}

function target(noun: string, found: unknown, idField: string, affected = ""): Target | undefined {
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
