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
} as const

type Prefix = keyof typeof kinds
export type Kind = (typeof kinds)[Prefix]

interface KnownId {
  readonly kind: Kind
  readonly id: string
}

const shape = /^(key|api|id|ws|req|role|perm|rlns|rk)_[1-9A-HJ-NP-Za-km-z]{22}$/

/** The object that a text names, if it has the form of an id. It need not exist. */
export function knownId(text: string): KnownId | undefined {
  const prefix = shape.exec(text)?.[1]
  return prefix !== undefined && isPrefix(prefix) ? { kind: kinds[prefix], id: text } : undefined
}

function isPrefix(text: string): text is Prefix {
  return text in kinds
}

/** Whether a text may be a whole key, which must not be searched for like a name. */
export function mayBeKey(text: string): boolean {
  return text.length >= 20 && !/\s/.test(text) && knownId(text) === undefined
}
