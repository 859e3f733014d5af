import type { Operation } from "../../operations/operation.ts"
import type { Connection } from "../client/connection.ts"
import { send } from "../client/send.ts"
import { isObject } from "../terminal/json.ts"
import type { Output } from "../terminal/output.ts"
import { recordLines } from "./record-lines.ts"

/** Reads the object that a change is about; undefined if the key may not read it. */
export type Snapshot = () => Promise<unknown>

/** Reads what an operation changes, before and after it; undefined if it does not change an existing object. */
export function snapshotOf(connection: Connection, { name, kind }: Operation, body: unknown): Snapshot | undefined {
  if (kind !== "mutation" || !isObject(body) || !/\.(update|set|add|remove|disable|enable)/.test(name)) return undefined
  const reader = readers.find(({ fieldName, of }) => (of ? of.test(name) : typeof body[fieldName] === "string"))
  if (reader === undefined) return undefined
  const { operation, fieldName } = reader
  const references = [fieldName, "workspaceId"]
    .filter((one) => typeof body[one] === "string")
    .map((one) => [one, body[one]])
  return async () => {
    const quiet = { ...connection, idempotencyKey: undefined }
    const answer = await send(quiet, operation, JSON.stringify(Object.fromEntries(references)))
    return answer.type === "success" ? answer.data : undefined
  }
}

interface Reader {
  readonly fieldName: string
  readonly operation: string
  /** Set if the object follows from the name of the operation, not from the fields of the request. */
  readonly of?: RegExp
}

const readers: readonly Reader[] = [
  { fieldName: "workspaceId", operation: "workspaces.getWorkspace", of: /^workspaces\./ },
  { fieldName: "apiId", operation: "apis.getApi", of: /^apis\.updateApi$/ },
  { fieldName: "keyId", operation: "keys.getKey" },
  { fieldName: "rootKeyId", operation: "rootKeys.getRootKey" },
  { fieldName: "identity", operation: "identities.getIdentity" },
  { fieldName: "role", operation: "permissions.getRole" },
  { fieldName: "permission", operation: "permissions.getPermission" },
  { fieldName: "plan", operation: "plans.getPlan", of: /^plans\.updatePlan$/ },
]

/** Shows only the name of the owner, because a change of the key does not change its owner. */
function withOwnerNamed(state: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(state)) return {}
  const { identity } = state
  return isObject(identity) ? { ...state, identity: identity.externalId } : state
}

/** The times change with every call, and `credits` tells about balances, so they are not reported as a change. */
const passing = /^(updatedAt|lastUsedAt|balances\..*)$/

interface ChangesTextOptions extends Pick<Output, "paint"> {
  readonly now: number
}

/** `name  Old → New`, a line for each field that differs. */
export function changesText(before: unknown, after: unknown, { paint, now }: ChangesTextOptions): string {
  const linesIn = (state: unknown) => new Map(recordLines(withOwnerNamed(state), now))
  const [old, fresh] = [linesIn(before), linesIn(after)]
  const names = [...new Set([...old.keys(), ...fresh.keys()])]
  const differs = (name: string) => old.get(name) !== fresh.get(name)
  // A permission that the key itself gets or loses mostly changes both lists.
  const isSaid = (name: string) => name === "directPermissions" && differs("permissions")
  const changed = names.filter((name) => !passing.test(name) && differs(name) && !isSaid(name))
  if (changed.length === 0) return "Nothing changed."
  const width = Math.max(...changed.map((name) => name.length))
  return changed
    .map((name) => `${paint("bold", name.padEnd(width))}  ${old.get(name) ?? "none"} → ${fresh.get(name) ?? "none"}`)
    .join("\n")
}
