import type { IdPrefix } from "../../../../src/contract/id-prefixes.ts"
import { prefixOfId } from "../../../../src/core/id-shape.ts"
import { looksLikeKey } from "../../parts/keys/looks-like-key.ts"

/** The kind of object that the prefix of an id names. */
const kinds = {
  key: "key",
  api: "api",
  id: "customer",
  ws: "workspace",
  req: "request",
  role: "role",
  perm: "permission",
  rlns: "namespace",
  rk: "root key",
} as const satisfies Readonly<Partial<Record<IdPrefix, string>>>

type Prefix = keyof typeof kinds
export type Kind = (typeof kinds)[Prefix]

interface KnownId {
  readonly kind: Kind
  readonly id: string
}

/** The object that a text names, if it has the form of an id. It need not exist. */
export function knownId(text: string): KnownId | undefined {
  const prefix = prefixOfId(text)
  return prefix !== undefined && isKnown(prefix) ? { kind: kinds[prefix], id: text } : undefined
}

function isKnown(prefix: IdPrefix): prefix is Prefix {
  return prefix in kinds
}

/** Whether a text may be a whole key, which must not be searched for like a name. */
export function mayBeKey(text: string): boolean {
  return looksLikeKey(text) && knownId(text) === undefined
}
