import type { z } from "zod"
import { type Fault, invalidInput } from "../../contract/errors.ts"
import { verificationInput } from "../../contract/verification.ts"

/** What the gateway asks for: docs/contract.md#28-gateways-forward-auth. */
export interface GatewayOptions {
  /** The checks of keys.verifyKey. */
  readonly checks: Omit<z.infer<typeof verificationInput>, "key" | "ip">
  /** The header whose whole value is the key, instead of the bearer token. */
  readonly keyHeader: string | undefined
  /** Which entry of `X-Forwarded-For`, counted from the end, is the client. */
  readonly forwardedFor: number | undefined
  /** Some gateways pass on no other refusals than 401 and 403. */
  readonly refusesWith403: boolean
  readonly showsPermissions: boolean
}

/** Options by their text: every request of a route has the same. */
const known = new Map<string, GatewayOptions | Fault>()
const mostKnown = 1_000
const longestKnown = 2_048

/** Reads options in the form of a query. Throws for one that is unknown, wrong or repeated, because none may be ignored. */
export function readGatewayOptions(text: string): GatewayOptions {
  const options = known.get(text) ?? remember(text)
  if (options instanceof Error) throw options
  return options
}

function remember(text: string): GatewayOptions | Fault {
  const options = tryParse(text)
  if (text.length > longestKnown) return options
  if (known.size >= mostKnown) known.clear()
  known.set(text, options)
  return options
}

function tryParse(text: string): GatewayOptions | Fault {
  try {
    return parse(text)
  } catch (error) {
    return error as Fault
  }
}

const single = ["permissions", "cost", "header", "forwardedFor", "deny", "show"] as const
const repeatable = ["tag", "ratelimit", "api"] as const
const names: readonly string[] = [...single, ...repeatable]

function parse(text: string): GatewayOptions {
  const pairs = text === "" ? [] : text.split("&").map(pairIn)
  const allOf = (name: string) => pairs.filter(([given]) => given === name).map(([, value]) => value)
  const oneOf = (name: (typeof single)[number]) => {
    const [value, ...others] = allOf(name)
    if (others.length > 0) throw wrong(name, "must be given once")
    return value
  }
  for (const [name] of pairs)
    if (!names.includes(name)) throw wrong(name, `is not an option; known are ${names.join(", ")}`)
  const given = {
    permissions: oneOf("permissions"),
    credits: creditsOf(oneOf("cost")),
    tags: orAbsent(allOf("tag")),
    ratelimits: orAbsent(allOf("ratelimit").map(limitIn)),
    keyspaces: orAbsent(allOf("api")),
  }
  return {
    checks: checked(given),
    keyHeader: matching("header", oneOf("header"), /^[\w!#$%&'*+.^`|~-]{1,64}$/, "must be the name of a header"),
    forwardedFor: numberOf(oneOf("forwardedFor")),
    refusesWith403: matching("deny", oneOf("deny"), /^403$/, "must be 403") !== undefined,
    showsPermissions: matching("show", oneOf("show"), /^permissions$/, "must be permissions") !== undefined,
  }
}

function pairIn(pair: string): readonly [name: string, value: string] {
  const end = pair.indexOf("=")
  if (end === -1) throw wrong(pair, "must have the form name=value")
  return [decode(pair.slice(0, end)), decode(pair.slice(end + 1))]
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "))
  } catch {
    throw wrong(text, "must be percent-encoded UTF-8")
  }
}

function creditsOf(cost: string | undefined) {
  const digits = matching("cost", cost, /^\d{1,13}$/, "must be a whole number")
  return digits === undefined ? undefined : { cost: Number(digits) }
}

function limitIn(text: string) {
  const [, name = "", cost] = /^(.*?)(?::(\d{1,16}))?$/s.exec(text) ?? []
  return cost === undefined ? { name } : { name, cost: Number(cost) }
}

function numberOf(text: string | undefined): number | undefined {
  const digits = matching("forwardedFor", text, /^([1-9]|1\d|20)$/, "must be a number from 1 to 20")
  return digits === undefined ? undefined : Number(digits)
}

function orAbsent<Value>(values: readonly Value[]): readonly Value[] | undefined {
  return values.length === 0 ? undefined : values
}

function matching(name: string, value: string | undefined, form: RegExp, rule: string): string | undefined {
  if (value !== undefined && !form.test(value)) throw wrong(name, rule)
  return value
}

/** The names of the options, where those of keys.verifyKey differ. */
const optionNames: Readonly<Record<string, string>> = {
  credits: "cost",
  tags: "tag",
  ratelimits: "ratelimit",
  keyspaces: "api",
}

/** The rules of keys.verifyKey. The key of each request replaces this one. */
function checked(given: object): GatewayOptions["checks"] {
  const { success, data, error } = verificationInput.omit({ key: true, ip: true }).safeParse(defined(given))
  if (success) return data
  const [first] = error.issues
  const field = String(first?.path[0] ?? "")
  throw wrong(optionNames[field] ?? field, first?.message ?? "is wrong")
}

function defined(given: object): object {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

function wrong(name: string, message: string): Fault {
  return invalidInput({ location: `query.${name}`, message })
}
