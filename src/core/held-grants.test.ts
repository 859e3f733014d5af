import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { type GrantRow, grantTable } from "../contract/grant-table.ts"
import { parseGrant } from "./grants.ts"
import { covers, holdsAnyFor, missingGrants } from "./held-grants.ts"

const body = "1BzmjTFLHWXwiSK4y3H5iW"
const apiId = `api_${body}`

const grant = fc.constantFrom("*", ...grantTable.flatMap(grantsOn))

function grantsOn(row: GrantRow): readonly string[] {
  const { resource, actions, wildcardActions } = row
  return [
    ...[...actions, ...wildcardActions].map((action) => `${resource}.*.${action}`),
    ...("idPrefix" in row ? actions.map((action) => `${resource}.${row.idPrefix}_${body}.${action}`) : []),
  ]
}

describe("covers", () => {
  test("follows the contract's definition", () => {
    const one = `api.${apiId}.read_key`
    const other = `api.api_${body.replace("1B", "1C")}.read_key`
    expect(covers("*", one)).toBe(true)
    expect(covers("api.*.read_key", one)).toBe(true)
    expect(covers(one, one)).toBe(true)
    for (const grant of [other, "api.*.update_key", "identity.*.read_identity", `api.${apiId}.update_key`, "api.*.*"]) {
      expect([grant, covers(grant, one)]).toEqual([grant, false])
    }
  })

  test("lets only `*` hand on `*`, and only itself or `*` hand on a wildcard", () => {
    expect(covers("*", "*")).toBe(true)
    expect(covers("api.*.read_key", "*")).toBe(false)
    expect(covers("*", "api.*.read_key")).toBe(true)
    expect(covers("api.*.read_key", "api.*.read_key")).toBe(true)
    expect(covers(`api.${apiId}.read_key`, "api.*.read_key")).toBe(false)
  })

  test("is a partial order on grants", () => {
    fc.assert(
      fc.property(grant, grant, grant, (first, second, third) => {
        expect(covers(first, first)).toBe(true)
        if (covers(first, second) && covers(second, first)) expect(first).toBe(second)
        if (covers(first, second) && covers(second, third)) expect(covers(first, third)).toBe(true)
      }),
      { numRuns: 5000 },
    )
  })

  test("agrees with the parsed parts", () => {
    fc.assert(
      fc.property(grant, grant, (held, required) => {
        const [left, right] = [parseGrant(held), parseGrant(required)]
        const expected =
          left?.kind === "everything" ||
          (left?.kind === "one" &&
            right?.kind === "one" &&
            left.resource === right.resource &&
            left.action === right.action &&
            (left.id === "*" || left.id === right.id))
        expect(covers(held, required)).toBe(expected)
      }),
      { numRuns: 5000 },
    )
  })
})

describe("holdsAnyFor", () => {
  test("is true for everything, for a wildcard and for one object, and false for other actions", () => {
    for (const grant of ["*", "api.*.verify_key", `api.${apiId}.verify_key`]) {
      expect(holdsAnyFor(["event.*.read_event", grant], "api", "verify_key")).toBe(true)
    }
    for (const grant of ["api.*.read_key", "identity.*.read_identity", "rbac.*.add_role_to_key"]) {
      expect(holdsAnyFor([grant], "api", "verify_key")).toBe(false)
    }
    expect(holdsAnyFor([], "api", "verify_key")).toBe(false)
  })

  test("compares whole names", () => {
    expect(holdsAnyFor(["rbac.*.add_permission_to_role"], "rbac", "role")).toBe(false)
    expect(holdsAnyFor(["ratelimit.*.limit"], "ratelimit", "mit")).toBe(false)
  })
})

describe("missingGrants", () => {
  test("names what no held grant covers, in order", () => {
    const required = ["api.*.create_key", `api.${apiId}.read_key`, "rbac.*.create_role", "*"]
    expect(missingGrants(["api.*.read_key"], required)).toEqual(["api.*.create_key", "rbac.*.create_role", "*"])
    expect(missingGrants(["*"], required)).toEqual([])
    expect(missingGrants([], [])).toEqual([])
  })
})
