import type { JsonSchema } from "../../src/http/openapi/model.ts"
import type { Dialect } from "../clients/dialect.ts"
import { goName, goWords, operationName } from "./names.ts"

/** A text type with constants. */
export interface Enum {
  readonly name: string
  readonly values: readonly string[]
}

/** Enums that several types have in common get a name of their own. The key is their sorted values. */
const sharedEnums: Readonly<Record<string, string>> = {
  "DISABLED EXPIRED FORBIDDEN INSUFFICIENT_PERMISSIONS NOT_FOUND RATE_LIMITED USAGE_EXCEEDED VALID": "VerdictCode",
  "active disabled expired expiring low_credits": "KeyStatus",
  "api_key identity operator root_key system user": "ActorType",
  "asc created created_desc desc": "SortOrder",
  "create refusals rename restrict revoke rotate usage": "PortalAction",
  "created credits expires lastUsed name": "KeySort",
  "created keys name": "IdentitySort",
  "credits enabled existence expiry ip permissions quota ratelimit workspace": "CheckName",
  "daily monthly total weekly": "QuotaInterval",
  "daily monthly": "RefillInterval",
  "day hour minute month total": "UsageInterval",
  "decrement increment set": "CreditsOperation",
  "delivered failed waiting": "DeliveryStatus",
  "plan portal": "PortalPermissionsFrom",
  "slack standard": "WebhookFormat",
}

/** Results that have a better name than their operation. */
const resultNames: Readonly<Record<string, string>> = { VerifyKey: "Verdict" }

/**
 * Go. A type that can be null begins with `?`, because optional fields decide how null is written.
 * The enums are complete when all methods have named their types.
 */
export function goDialect(): { readonly dialect: Dialect; readonly enums: ReadonlyMap<string, Enum> } {
  const enums = new Map<string, Enum>()

  const enumOf = (values: readonly string[], name: string): string => {
    const key = values.toSorted().join(" ")
    const usual = name.replace(/(Input|Patch|Result)$/, "")
    const known = enums.get(key)
    const chosen = sharedEnums[key] ?? known?.name ?? usual
    if (known !== undefined && sharedEnums[key] === undefined && known.name !== usual) {
      throw new Error(`Give the enum "${key}" of ${known.name} and ${usual} a name in scripts/go/dialect.ts.`)
    }
    enums.set(key, { name: chosen, values: known?.values ?? values })
    return chosen
  }

  const dialect: Dialect = {
    simple: { boolean: "bool", integer: "int64", number: "float64", string: "string" },
    unknown: "any",
    list: (item) => `[]${item}`,
    map: (value) => `map[string]${value}`,
    choice: (types, isNullable) => (isNullable ? "?" : "") + (types.length === 1 ? types[0] : "any"),
    literal: (values, name) => {
      const words = values.filter((value) => typeof value === "string")
      if (words.length === 0) return "bool"
      return words.length === 1 ? "string" : enumOf(words, name)
    },
    constant: String,
    hasAliases: false,
    hasInputTypes: true,
    label: operationName,
    resultName: (label) => resultNames[label] ?? `${label}Result`,
    resultSuffix: "Result",
    typeName: goName,
    fieldName: goName,
    describe,
  }
  return { dialect, enums }
}

function describe({ description = "", default: fallback }: JsonSchema): string {
  const usual = fallback === undefined ? [] : [`Default: ${JSON.stringify(fallback)}.`]
  return goWords([description, ...usual].join(" ").trim())
}
