/** One and many of each kind of line, in the order in which they are told. */
const nouns: Readonly<Record<string, readonly [string, string]>> = {
  workspace: ["workspace", "workspaces"],
  rootKey: ["root key", "root keys"],
  api: ["API", "APIs"],
  permission: ["permission", "permissions"],
  role: ["role", "roles"],
  identity: ["identity", "identities"],
  migration: ["migration", "migrations"],
  key: ["key", "keys"],
  namespace: ["namespace", "namespaces"],
  override: ["override", "overrides"],
  event: ["event", "events"],
}

/** `1 API, 2,000 keys`; `nothing` where there is none of any kind. */
export function kindCounts(counts: ReadonlyMap<string, number>): string {
  const told = Object.entries(nouns).flatMap(([kind, [one, many]]) => {
    const count = counts.get(kind) ?? 0
    return count === 0 ? [] : [`${count.toLocaleString("en")} ${count === 1 ? one : many}`]
  })
  return told.length === 0 ? "nothing" : told.join(", ")
}
