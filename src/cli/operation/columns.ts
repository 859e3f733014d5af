import { z } from "zod"
import { planQuota } from "../../contract/quota.ts"
import { quotaText } from "../../core/flag-values/quota.ts"
import { rateText } from "../../core/flag-values/rate.ts"
import { UsageError } from "../failure.ts"
import { isObject } from "../terminal/json.ts"
import type { Style } from "../terminal/output.ts"
import type { Column, Entry } from "./column.ts"
import { eventColumns } from "./event-columns.ts"
import { isMoment, outputFields } from "./fields.ts"

/** The default columns for a kind of object; undefined for a kind that has none. */
export function usualColumns(output: z.ZodType): readonly Column[] | undefined {
  return views[kindOf(output) ?? ""]
}

/** The columns that the user chose, by column name or by the path of a field. */
export function chosenColumns(text: string, output: z.ZodType): readonly Column[] {
  const usual = usualColumns(output) ?? []
  const fieldNames = outputFields(output)
  return text.split(",").map((part) => {
    const name = part.trim()
    const known = usual.find((column) => column.name === name)
    if (known !== undefined) return known
    const [first = ""] = name.split(".")
    if (fieldNames.length > 0 && !fieldNames.includes(first)) {
      const names = [...new Set([...usual.map((column) => column.name), ...fieldNames])]
      throw new UsageError(`There is no column ${JSON.stringify(name)}. Choose from ${names.join(", ")}.`)
    }
    return field(name)
  })
}

export function field(path: string, importance = 1): Column {
  const fieldName = path.split(".").at(-1) ?? ""
  return {
    name: path,
    read: (entry) => path.split(".").reduce<unknown>((inner, one) => (isObject(inner) ? inner[one] : undefined), entry),
    importance,
    ...(isMoment(fieldName) && { isMoment: true }),
  }
}

function kindOf(output: z.ZodType): string | undefined {
  const entry: z.core.$ZodType = output instanceof z.ZodArray ? output.element : output
  return z.globalRegistry.get(entry)?.id
}

function called(name: string, path: string, importance: number): Column {
  return { ...field(path, importance), name }
}

const status: Column = { name: "status", read: statusOf, importance: 8 }

/** undefined for objects that have no status. */
export function statusColumn(output: z.ZodType): Column | undefined {
  return usualColumns(output)?.find((column) => column === status)
}

export function styleOfStatus(text: string): Style {
  if (text === "active") return "green"
  return text === "no credits" ? "yellow" : "red"
}

function statusOf(entry: Entry, now: number): string {
  const { enabled, expires, credits, disabledReason, identity } = entry
  if (enabled === false) return typeof disabledReason === "string" ? `disabled (${disabledReason})` : "disabled"
  if (isObject(identity) && identity.enabled === false) return "customer disabled"
  if (typeof expires === "number" && expires <= now) return "expired"
  return isObject(credits) && credits.remaining === 0 ? "no credits" : "active"
}

/** `requests=100/1m` for each. */
const limits: Column = {
  name: "ratelimits",
  importance: 2,
  read: ({ ratelimits }) =>
    Array.isArray(ratelimits)
      ? ratelimits.filter(isObject).map(({ name, limit, duration }) => {
          return `${name}=${rateText({ limit: Number(limit), duration: Number(duration) })}`
        })
      : undefined,
}

/** `10000/month`; undefined without a quota. */
function shortQuota(value: unknown): string | undefined {
  const { data } = planQuota.safeParse(value)
  return data && quotaText(data)
}

function mebibytes(bytes: number): string {
  return `${Math.round(bytes / 1024 ** 2)} MiB`
}

const created = called("created", "createdAt", 1)

const workspaceColumns = [called("name", "name", 9), status, field("id", 10), created]

const views: Readonly<Record<string, readonly Column[]>> = {
  Event: eventColumns,
  Key: [
    called("name", "name", 9),
    called("customer", "identity.externalId", 7),
    status,
    called("credits", "credits.remaining", 6),
    called("lastUsed", "lastUsedAt", 5),
    called("expires", "expires", 4),
    field("keyId", 10),
    created,
  ],
  RootKey: [
    called("name", "name", 9),
    status,
    called("lastUsed", "lastUsedAt", 6),
    called("expires", "expires", 5),
    field("rootKeyId", 10),
    field("permissions", 3),
    created,
  ],
  Api: [called("name", "name", 9), field("id", 10), field("deleteProtection", 2), field("ipAllowlist", 2), created],
  Identity: [
    called("customer", "externalId", 9),
    status,
    called("plan", "plan.name", 7),
    field("keys", 6),
    field("identityId", 10),
    field("meta", 3),
    limits,
    created,
  ],
  Webhook: [
    field("url", 9),
    status,
    field("types", 6),
    called("waiting", "health.waiting", 5),
    called("delivered", "health.lastDeliveredAt", 4),
    field("webhookId", 10),
    created,
  ],
  Plan: [
    called("name", "name", 9),
    { name: "default", importance: 7, read: ({ default: isDefault }) => (isDefault === true ? "default" : undefined) },
    field("identities", 6),
    { name: "quota", importance: 5, read: ({ quota }) => shortQuota(quota) },
    field("maxKeys", 5),
    field("permissions", 4),
    limits,
    field("id", 10),
    created,
  ],
  Role: [
    called("name", "name", 9),
    {
      name: "permissions",
      importance: 4,
      read: ({ permissions }) =>
        Array.isArray(permissions) ? permissions.filter(isObject).map(({ slug }) => slug) : undefined,
    },
    field("description", 2),
    field("id", 10),
  ],
  Permission: [field("slug", 9), field("name", 5), field("description", 2), field("id", 10)],
  Namespace: [field("name", 9), field("id", 10), created],
  Override: [
    field("identifier", 9),
    {
      name: "rate",
      importance: 8,
      read: ({ limit, duration }) => rateText({ limit: Number(limit), duration: Number(duration) }),
    },
    field("overrideId", 10),
  ],
  UsageEntry: [
    called("name", "name", 9),
    called("customer", "identity.externalId", 8),
    field("tag", 8),
    field("credits", 7),
    field("verifications", 7),
    called("creditsBefore", "previous.credits", 3),
    called("verificationsBefore", "previous.verifications", 3),
    field("deleted", 2),
    field("keyId", 10),
    field("apiId", 6),
  ],
  ResetLink: [
    field("email", 9),
    {
      name: "createdBy",
      importance: 7,
      read: ({ createdBy }) => (isObject(createdBy) ? (createdBy.name ?? createdBy.id) : undefined),
    },
    called("expires", "expires", 6),
    field("userId", 10),
    created,
  ],
  Node: [
    called("node", "nodeId", 10),
    called("host", "host", 9),
    { name: "thisNode", importance: 2, read: ({ isCurrent }) => (isCurrent === true ? "yes" : undefined) },
    called("version", "version", 8),
    called("started", "startedAt", 4),
    {
      name: "lease",
      importance: 7,
      read: ({ lease }) => (isObject(lease) ? (lease.valid === true ? "valid" : "expired") : undefined),
    },
    called("lag", "lag", 6),
    {
      name: "memory",
      importance: 3,
      read: ({ memory }) => (typeof memory === "number" ? mebibytes(memory) : undefined),
    },
    called("verifications/s", "verificationsPerSecond", 5),
  ],
  Explanation: [
    field("check", 10),
    field("name", 9),
    field("passed", 8),
    field("detail", 7),
    field("hint", 6),
    field("missing", 5),
    field("remaining", 4),
    field("balance", 3),
    field("reset", 2),
    field("expires", 1),
  ],
  Workspace: workspaceColumns,
  WorkspaceWithCounts: workspaceColumns,
}
