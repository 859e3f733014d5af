import { quotaIn } from "../../core/flag-values/quota.ts"
import { rateIn, requestedLimitIn, storedLimitIn } from "../../core/flag-values/rate.ts"
import { refillIn } from "../../core/flag-values/refill.ts"
import type { FlagValue } from "../flags.ts"
import type { Field } from "./fields.ts"
import { durationOf, integerOf, objectOf, wrong } from "./read-value.ts"

/** A value and its place in the request. */
export interface Part {
  readonly path: readonly string[]
  readonly value: unknown
}

/** A flag whose one value stands for several fields of the API. */
export interface Shorthand {
  readonly flag: string
  /** Placeholder of its value in the help. */
  readonly form: string
  readonly about: string
  /** Fields that it stands for. An operation must have all of them. */
  readonly sets: readonly string[]
  /** A field that the operation must have too, to tell apart flags with the same name. */
  readonly beside?: string
  /** A field that entries must have, if the flag stands for a list of objects. */
  readonly entry?: string
  readonly mayRepeat?: true
  /** It takes no value. */
  readonly isSwitch?: true
  read(text: string): readonly Part[]
}

/** The shorthands of an operation with these fields. */
export function shorthandsFor(fields: readonly Field[]): readonly Shorthand[] {
  const has = (place: string) => fields.some(({ path }) => path.join(".") === place)
  return shorthands.filter(
    ({ sets, entry, beside }) =>
      (beside === undefined || has(beside)) &&
      sets.every((place) =>
        fields.some(
          ({ path, entries }) => path.join(".") === place && (!entry || entries.some((one) => one.path[0] === entry)),
        ),
      ),
  )
}

export function takesOfShorthand({ mayRepeat, isSwitch }: Shorthand): FlagValue {
  if (isSwitch) return "nothing"
  return mayRepeat ? "values" : "value"
}

/** Whether the shorthand can set the field. */
export function isCovered({ path }: Pick<Field, "path">, { sets }: Shorthand): boolean {
  const place = path.join(".")
  return sets.some((set) => place === set || place.startsWith(`${set}.`))
}

const shorthands: readonly Shorthand[] = [
  renamed("api", "apiId", "API_ID"),
  renamed("workspace", "workspaceId", "WORKSPACE_ID"),
  // `--url` is the address of the service.
  renamed("endpoint", "url", "URL"),
  {
    flag: "overlap",
    form: "DURATION",
    about: "How long the old key keeps working beside the new one, such as 24h or 7d. 0 ends it now.",
    sets: ["expiration"],
    read: (text) => [{ path: ["expiration"], value: durationOf("--overlap", text) }],
  },
  {
    flag: "credits",
    form: "AMOUNT",
    about: "Number of verifications that the key is good for, or unlimited.",
    sets: ["credits.remaining"],
    beside: "credits.refill",
    read: readCredits,
  },
  {
    flag: "credits",
    form: "AMOUNT",
    about: "Prepaid credits that all keys of the customer share, or none.",
    sets: ["credits.remaining"],
    beside: "quota.limit",
    read: readSharedCredits,
  },
  {
    flag: "quota",
    form: "AMOUNT/INTERVAL",
    about:
      "How much all keys of the customer may use per period: 1000/day, 5000/week, 10000/month, 500/total, or none.",
    sets: ["quota.limit", "quota.interval"],
    read: readQuota,
  },
  {
    flag: "overage",
    form: "AMOUNT",
    about: "How far use may exceed the quota in a period, or unlimited. Give it with --quota. Default: 0.",
    sets: ["quota.overage"],
    read: readOverage,
  },
  {
    flag: "low-at",
    form: "AMOUNT",
    about: "Record the notice credits.low once the balance is at or below AMOUNT, or none.",
    sets: ["credits.lowAt"],
    read: (text) => [{ path: ["credits", "lowAt"], value: lowAtIn(text) }],
  },
  {
    flag: "refill",
    form: "AMOUNT/INTERVAL",
    about:
      "Set the credits to AMOUNT every day (1000/day), or on one day of each month (1000/month@15). Without @DAY, that is day 1.",
    sets: ["credits.refill"],
    read: readRefill,
  },
  {
    flag: "cost",
    form: "AMOUNT",
    about: "Number of credits that the verification costs. Default: 1.",
    sets: ["credits.cost"],
    read: (text) => [{ path: ["credits", "cost"], value: integerOf("--cost", text) }],
  },
  {
    flag: "reserve",
    form: "",
    about: "Reserve the cost instead of spending it, until `keyward credits commit` charges what it turned out to be.",
    sets: ["credits.reserve"],
    isSwitch: true,
    read: () => [{ path: ["credits", "reserve"], value: true }],
  },
  {
    flag: "expires-in",
    form: "DURATION",
    about: "When a reservation that is not committed is given back, such as 30s or 10m. Default: 10m.",
    sets: ["credits.expiresIn"],
    read: (text) => [{ path: ["credits", "expiresIn"], value: durationOf("--expires-in", text) }],
  },
  {
    flag: "ratelimit",
    form: "NAME=LIMIT/DURATION",
    about:
      "Rate limit on every verification, such as requests=100/1m. With ,named at the end, only on verifications that name it. Repeat the flag for more limits; an update replaces them all.",
    sets: ["ratelimits"],
    entry: "autoApply",
    mayRepeat: true,
    read: (text) => limits(storedLimitIn(text), "NAME=LIMIT/DURATION, such as requests=100/1m", text),
  },
  {
    flag: "ratelimit",
    form: "NAME",
    about:
      "Rate limit to check: tokens for one that the key, its identity or its plan has, tokens:5 with a cost of 5, or requests=100/1m for a limit of this call. Repeat the flag for more.",
    sets: ["ratelimits"],
    entry: "cost",
    mayRepeat: true,
    read: (text) =>
      limits(requestedLimitIn(text), "NAME, NAME:COST or NAME=LIMIT/DURATION, such as requests=100/1m", text),
  },
  {
    flag: "rate",
    form: "LIMIT/DURATION",
    about: "How much is allowed per window, such as 100/1m.",
    sets: ["limit", "duration"],
    read: readRate,
  },
]

function renamed(flag: string, fieldName: string, form: string): Shorthand {
  return { flag, form, about: "", sets: [fieldName], read: (text) => [{ path: [fieldName], value: text }] }
}

function readCredits(text: string): readonly Part[] {
  if (text.trimStart().startsWith("{")) return [{ path: ["credits"], value: objectOf("--credits", text) }]
  const path = ["credits", "remaining"]
  if (text === "unlimited" || text === "null") return [{ path, value: null }]
  if (!/^\d+$/.test(text)) throw wrong("--credits", "a number such as 1000, or unlimited", text)
  return [{ path, value: integerOf("--credits", text) }]
}

function readSharedCredits(text: string): readonly Part[] {
  if (text.trimStart().startsWith("{")) return [{ path: ["credits"], value: objectOf("--credits", text) }]
  if (text === "none" || text === "null") return [{ path: ["credits"], value: null }]
  if (!/^\d+$/.test(text)) throw wrong("--credits", "a number such as 1000, or none", text)
  return [{ path: ["credits", "remaining"], value: integerOf("--credits", text) }]
}

function readQuota(text: string): readonly Part[] {
  if (text.trimStart().startsWith("{")) return [{ path: ["quota"], value: objectOf("--quota", text) }]
  if (text === "none" || text === "null") return [{ path: ["quota"], value: null }]
  const quota = quotaIn(text)
  if (quota === undefined) throw wrong("--quota", "AMOUNT/INTERVAL, such as 1000/day or 10000/month, or none", text)
  return [
    { path: ["quota", "limit"], value: quota.limit },
    { path: ["quota", "interval"], value: quota.interval },
  ]
}

function readOverage(text: string): readonly Part[] {
  const path = ["quota", "overage"]
  if (text === "unlimited" || text === "null") return [{ path, value: null }]
  if (!/^\d+$/.test(text)) throw wrong("--overage", "a number such as 1000, or unlimited", text)
  return [{ path, value: integerOf("--overage", text) }]
}

function readRefill(text: string): readonly Part[] {
  const value = text === "none" || text === "null" ? null : refillIn(text)
  if (value !== undefined) return [{ path: ["credits", "refill"], value }]
  throw wrong("--refill", "AMOUNT/day or AMOUNT/month@DAY, such as 1000/day or 1000/month@1", text)
}

function lowAtIn(text: string): number | null {
  if (text === "none" || text === "null") return null
  if (!/^\d+$/.test(text)) throw wrong("--low-at", "a number such as 100, or none", text)
  return integerOf("--low-at", text)
}

function limits(limit: unknown, forms: string, text: string): readonly Part[] {
  if (limit !== undefined) return [{ path: ["ratelimits"], value: [limit] }]
  throw wrong("--ratelimit", forms, text)
}

function readRate(text: string): readonly Part[] {
  const rate = rateIn(text)
  if (rate === undefined) throw wrong("--rate", "LIMIT/DURATION, such as 100/1m", text)
  return [
    { path: ["limit"], value: rate.limit },
    { path: ["duration"], value: rate.duration },
  ]
}
