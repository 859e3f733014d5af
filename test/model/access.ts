import { isLiveKey, type Key, type Model, type RootKey } from "./state.ts"

/** Status and code as in `403 authorization/key_disabled`. */
export type Refusal = string

export type Bearer =
  | { readonly type: "operator" | "foreigner" }
  | { readonly type: "root_key"; readonly rootKey: RootKey }
  | { readonly type: "api_key"; readonly key: Key }

/** Rules c to f of docs/contract.md#42-authentication-rules. */
export function authenticate(model: Model, bearer: string): Bearer | Refusal {
  if (bearer === model.operatorKey) return { type: "operator" }
  if (bearer === model.foreignKey) return { type: "foreigner" }
  const rootKey = model.rootKeys.find(({ secret, isDeleted }) => secret === bearer && !isDeleted)
  const key = findKey(model, bearer)
  const presented = rootKey ?? key
  if (presented === undefined || model.workspace.state === "deleted") return "401 authentication/key_not_found"
  if (model.workspace.state === "disabled") return "403 authorization/workspace_disabled"
  const isDisabled = !presented.enabled || (rootKey === undefined && key?.identity?.enabled === false)
  if (isDisabled) return "403 authorization/key_disabled"
  if (presented.expires !== undefined && model.now >= presented.expires) return "403 authorization/key_expired"
  if (rootKey !== undefined) return { type: "root_key", rootKey }
  return key === undefined ? "401 authentication/key_not_found" : { type: "api_key", key }
}

/** docs/contract.md#75-imported-keys-and-lookup: finds a key by its whole text, else by its last part among imported keys that are not adopted yet. */
export function findKey(model: Model, text: string, migrationId?: string): Key | undefined {
  const live = model.keys.filter(isLiveKey)
  const whole = live.find((key) => key.text === text)
  if (whole !== undefined) return whole
  const parts = text.split("_")
  if (parts.length < 3) return undefined
  return live
    .filter((key) => key.text === undefined && key.longToken === parts.at(-1))
    .find(({ migration }) => migrationId === undefined || migration?.id === migrationId)
}

export function holds({ grants }: RootKey, apiId: string, action: string): boolean {
  return ["*", `api.*.${action}`, `api.${apiId}.${action}`].some((grant) => grants.includes(grant))
}

/** Step 4 of the pipeline: whether the permissions suffice for some API. */
export function holdsForAny({ grants }: RootKey, action: string): boolean {
  return grants.some((grant) => grant === "*" || (grant.startsWith("api.") && grant.endsWith(`.${action}`)))
}
