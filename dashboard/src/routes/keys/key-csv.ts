import type { Api, Key } from "@keyward/client"
import { nameOfApi } from "../../parts/api-names.ts"
import { statusOf } from "../../parts/keys/key-status.tsx"
import { csvOf, download } from "../../ui/csv.ts"

const head = [
  "keyId",
  "name",
  "start",
  "customer",
  "apiId",
  "api",
  "status",
  "createdAt",
  "lastUsedAt",
  "credits",
  "expires",
  "roles",
  "permissions",
]

/** Saves keys as a file. */
export function downloadKeys(keys: readonly Key[], apis: readonly Api[] | undefined, now: number): void {
  const rows = keys.map((key) => [
    key.keyId,
    key.name ?? "",
    key.start,
    key.identity?.externalId ?? "",
    key.apiId,
    nameOfApi(apis, key.apiId),
    statusOf(key, now),
    timeText(key.createdAt),
    timeText(key.lastUsedAt),
    key.credits?.remaining === undefined || key.credits.remaining === null ? "" : String(key.credits.remaining),
    timeText(key.expires),
    key.roles.join(" "),
    key.permissions.join(" "),
  ])
  download(`keys-${new Date(now).toISOString().slice(0, 10)}.csv`, csvOf([head, ...rows]), "text/csv")
}

function timeText(time: number | undefined): string {
  return time === undefined ? "" : new Date(time).toISOString()
}
