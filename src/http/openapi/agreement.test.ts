import { describe, expect, test } from "bun:test"
import Ajv2020 from "ajv/dist/2020.js"
import fc from "fast-check"
import { addressPattern, networkPattern } from "../../contract/address-patterns.ts"
import { isIpAddress, parseNetwork } from "../../contract/cidr.ts"
import { grantPattern, isGrant } from "../../core/grants.ts"
import { operations } from "../../operations/index.ts"
import type { Operation } from "../../operations/operation.ts"
import { openApiDocument } from "./document.ts"

const document = openApiDocument(operations, { version: "test", url: "http://test", docsBase: "http://test" })
const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, "openapi")

/** Values that fit some fields and violate the bounds of others. */
const values: readonly unknown[] = [
  ...[null, true, 0, -1, 1, 1.5, 40, 999, 1000, 2_000_000_000, 1e16],
  ...["", "x", "xyz", "and", "Or", "a b", "line\nbreak", "null\u0000", "*", "a*b*c*d*e*f*g*h*i"],
  ...["🗝".repeat(128), "🗝".repeat(129), "x".repeat(256), "x".repeat(513)],
  ...["api.*.create_key", "api.*.create_nothing", "rbac.id_1.read_role"],
  ...["perm_1CAiZx1YPnJZtcPxTdBGPS", "role_1CAiZx1YPnJZtcPxTdBGPS"],
  ...["10.0.0.0/8", "10.0.0.1", "256.0.0.1", "2001:db8::/129", "::1"],
  ...["daily", "monthly", "set", "increment"],
  ...[[], [1], ["and"], ["documents.read"], ["10.0.0.0/33"]],
  ...[{}, { nonsense: 1 }, { interval: "daily", amount: 1 }, { interval: "monthly", amount: 1, refillDay: 32 }],
  { remaining: null, refill: { interval: "daily", amount: 1 } },
  { remaining: 5, refill: { interval: "monthly", amount: 1, refillDay: 31 } },
  { cost: 1 },
  [{ name: "requests", limit: 1, duration: 1000 }],
  [{ name: "requests", limit: 1 }],
]

/** Every path in a body where a value can be inserted. The document does not describe the inside of `meta`. */
function placesIn(body: unknown): readonly (readonly (string | number)[])[] {
  if (typeof body !== "object" || body === null) return [[]]
  const entries = Array.isArray(body) ? [...body.entries()] : Object.entries(body).filter(([key]) => key !== "meta")
  return [[], ...entries.flatMap(([key, value]) => placesIn(value).map((rest) => [key, ...rest]))]
}

function put(body: unknown, [key, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (key === undefined) return value
  if (Array.isArray(body)) return body.map((item, index) => (index === key ? put(item, rest, value) : item))
  const copy = { ...Object(body) }
  const inner = put(copy[key], rest, value)
  if (inner === undefined) delete copy[key]
  else copy[key] = inner
  return copy
}

/** The example with some fields added, replaced or removed. */
function bodiesOf(operation: Operation): fc.Arbitrary<unknown> {
  const shape = operation.input.def.type === "object" ? Object.keys(Reflect.get(operation.input, "shape") ?? {}) : []
  const places = [...placesIn(operation.example), ...shape.map((name) => [name])]
  const change = fc.record({ place: fc.constantFrom(...places), value: fc.constantFrom(undefined, ...values) })
  return fc
    .array(change, { minLength: 1, maxLength: 3 })
    .map((changes) => changes.reduce((body: unknown, { place, value }) => put(body, place, value), operation.example))
    .filter((body) => body !== undefined)
}

describe("a request body", () => {
  test.each(operations.map((operation) => [operation.name, operation] as const))(
    "of %s is valid for the document exactly if it is valid for the service",
    (name, operation) => {
      const schema = `openapi#/paths/~1v2~1${name}/post/requestBody/content/application~1json/schema`
      const validate = ajv.compile({ $ref: schema })
      const agree = (body: unknown) => {
        const isDocumented = validate(body)
        const parsed = operation.input.safeParse(body)
        if (isDocumented !== parsed.success) {
          const said = parsed.success ? ajv.errorsText(validate.errors) : JSON.stringify(parsed.error.issues)
          throw new Error(`the document says ${isDocumented}, the service ${parsed.success}: ${said}`)
        }
      }
      fc.assert(fc.property(bodiesOf(operation), agree), { numRuns: 200 })
    },
  )

  test("is required wherever an empty one would be refused", () => {
    const wrong = operations.filter(({ name, input }) => {
      const isRequired = document.paths[`/v2/${name}`]?.post?.requestBody?.required
      return isRequired === input.safeParse({}).success
    })
    expect(wrong.map(({ name }) => name)).toEqual([])
  })
})

describe("a pattern", () => {
  const digits = fc.constantFrom("0", "1", "00", "9", "10", "255", "256", "ffff", "FFF", "g", "")
  const pieces = fc.constantFrom(":", "::", ".", "/", "/8", "/32", "/33", "/128", "/129", "1.2.3.4")
  const addressLike = fc
    .array(fc.oneof(digits, pieces, fc.constant(":")), { maxLength: 18 })
    .map((parts) => parts.join(""))
  const addresses = fc.oneof(fc.ipV4(), fc.ipV6(), addressLike)

  test("describes exactly the addresses that are read", () => {
    const pattern = new RegExp(addressPattern, "u")
    fc.assert(
      fc.property(addresses, (text) => pattern.test(text) === isIpAddress(text)),
      { numRuns: 5_000 },
    )
  })

  test("describes exactly the networks that are read", () => {
    const pattern = new RegExp(networkPattern, "u")
    const bits = fc.integer({ min: 0, max: 140 }).map((count) => `/${count}`)
    const networks = fc.oneof(
      addresses,
      fc.tuple(addresses, bits).map((parts) => parts.join("")),
    )
    fc.assert(
      fc.property(networks, (text) => pattern.test(text) === (parseNetwork(text) !== undefined)),
      { numRuns: 5_000 },
    )
  })

  test("describes exactly the grants that there are", () => {
    const pattern = new RegExp(grantPattern, "u")
    const resources = fc.constantFrom("api", "identity", "rbac", "ratelimit", "workspace", "root_key", "event", "apis")
    const idsOfKinds = ["api", "id", "rlns"].map((prefix) => `${prefix}_1CAiZx1YPnJZtcPxTdBGPS`)
    const ids = fc.constantFrom("*", ...idsOfKinds, "api_0", "")
    const keyActions = ["read_api", "create_api", "create_key", "read_role"]
    const actions = fc.constantFrom(...keyActions, "limit", "read_namespace", "read_event", "no")
    const grants = fc.oneof(
      fc.constant("*"),
      fc.tuple(resources, ids, actions).map((parts) => parts.join(".")),
    )
    fc.assert(
      fc.property(grants, (text) => pattern.test(text) === isGrant(text)),
      { numRuns: 5_000 },
    )
  })
})
