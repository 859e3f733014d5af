import type { Field } from "./fields.ts"
import { durationOf, integerOf, objectOf, wrong } from "./read-value.ts"
import { rateIn, requestedLimitIn, storedLimitIn } from "./values/rate.ts"
import { refillIn } from "./values/refill.ts"

/** A part of a request: where it belongs, and what it is. */
export interface Part {
  readonly path: readonly string[]
  readonly value: unknown
}

/** A flag that says in one value, as people write it, what fields of the API say in several. */
export interface Shorthand {
  readonly flag: string
  /** What follows it, for the help. */
  readonly form: string
  readonly about: string
  /** Fields that it stands for, all of which an operation has to have. */
  readonly sets: readonly string[]
  /** What an entry has to have where the field is a list of objects. */
  readonly entry?: string
  readonly mayRepeat?: true
  read(text: string): readonly Part[]
}

/** Those that an operation with these fields takes. */
export function shorthandsFor(fields: readonly Field[]): readonly Shorthand[] {
  return shorthands.filter(({ sets, entry }) =>
    sets.every((place) =>
      fields.some(({ path, entryMembers }) => path.join(".") === place && (!entry || entryMembers.includes(entry))),
    ),
  )
}

/** Whether a shorthand says all that the field could. */
export function isCovered({ path }: Pick<Field, "path">, { sets }: Shorthand): boolean {
  const place = path.join(".")
  return sets.some((set) => place === set || place.startsWith(`${set}.`))
}

const shorthands: readonly Shorthand[] = [
  renamed("api", "apiId", "API_ID"),
  renamed("workspace", "workspaceId", "WORKSPACE_ID"),
  {
    flag: "overlap",
    form: "DURATION",
    about: "How long the old key keeps working beside the new one: 24h, 7d. 0 ends it now.",
    sets: ["expiration"],
    read: (text) => [{ path: ["expiration"], value: durationOf("--overlap", text) }],
  },
  {
    flag: "credits",
    form: "AMOUNT",
    about: "How many verifications the key is good for, or unlimited.",
    sets: ["credits.remaining"],
    read: readCredits,
  },
  {
    flag: "refill",
    form: "AMOUNT/INTERVAL",
    about:
      "Sets the credits to AMOUNT every day (1000/day), or on one day of each month (1000/month@15; the first without @15).",
    sets: ["credits.refill"],
    read: readRefill,
  },
  {
    flag: "cost",
    form: "AMOUNT",
    about: "How many credits the verification costs; 0 takes none. Default: 1.",
    sets: ["credits.cost"],
    read: (text) => [{ path: ["credits", "cost"], value: integerOf("--cost", text) }],
  },
  {
    flag: "ratelimit",
    form: "NAME=LIMIT/DURATION",
    about:
      "A rate limit on every verification: requests=100/1m. With ,named at its end, only on verifications that name it. Repeat the flag for more.",
    sets: ["ratelimits"],
    entry: "autoApply",
    mayRepeat: true,
    read: (text) => limits(storedLimitIn(text), "NAME=LIMIT/DURATION, such as requests=100/1m", text),
  },
  {
    flag: "ratelimit",
    form: "NAME",
    about:
      "A rate limit of the key or its identity to take from: tokens, or tokens:5 for a cost of 5. A limit of your own is requests=100/1m. Repeat the flag for more.",
    sets: ["ratelimits"],
    entry: "cost",
    mayRepeat: true,
    read: (text) =>
      limits(requestedLimitIn(text), "NAME, NAME:COST or NAME=LIMIT/DURATION, such as requests=100/1m", text),
  },
  {
    flag: "rate",
    form: "LIMIT/DURATION",
    about: "How much is allowed within which time: 100/1m.",
    sets: ["limit", "duration"],
    read: readRate,
  },
]

function renamed(flag: string, member: string, form: string): Shorthand {
  return { flag, form, about: "", sets: [member], read: (text) => [{ path: [member], value: text }] }
}

function readCredits(text: string): readonly Part[] {
  if (text.trimStart().startsWith("{")) return [{ path: ["credits"], value: objectOf("--credits", text) }]
  const path = ["credits", "remaining"]
  if (text === "unlimited" || text === "null") return [{ path, value: null }]
  if (!/^\d+$/.test(text)) throw wrong("--credits", "a number such as 1000, or unlimited", text)
  return [{ path, value: integerOf("--credits", text) }]
}

function readRefill(text: string): readonly Part[] {
  const value = text === "none" || text === "null" ? null : refillIn(text)
  if (value !== undefined) return [{ path: ["credits", "refill"], value }]
  throw wrong("--refill", "AMOUNT/day or AMOUNT/month@DAY, such as 1000/day or 1000/month@1", text)
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
