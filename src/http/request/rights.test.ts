import { describe, expect, test } from "bun:test"
import { operations } from "../../operations/index.ts"
import type { Operation } from "../../operations/operation.ts"
import { recordRights } from "./rights.ts"

function rightsOf(declared: Pick<Operation, "needs" | "mayNeed">) {
  const [any] = operations
  if (any === undefined) throw new Error("There are no operations.")
  return recordRights({ ...any, ...declared, name: "keys.example" }, () => {})
}

const needs = ["api.{apiId}.update_key", "rbac.*.add_role_to_key"]
const mayNeed = ["api.{apiId}.encrypt_key", "rbac.*.create_permission"]

describe("the rights of a call", () => {
  test("are those that its operation declares, for the object that it names", () => {
    const { grant, required } = rightsOf({ needs })
    grant({ apiId: "api_1" })
    expect(required).toEqual(["api.api_1.update_key", "rbac.*.add_role_to_key"])
  })

  test("are those for every object that it names", () => {
    const { grant, required } = rightsOf({ needs })
    grant({ apiId: ["api_1", "*"] })
    expect(required).toEqual(["api.api_1.update_key", "api.*.update_key", "rbac.*.add_role_to_key"])
  })

  test("are none for a list of no objects", () => {
    const { grant, required, requireGranted } = rightsOf({ needs })
    grant({ apiId: [] })
    expect(required).toEqual(["rbac.*.add_role_to_key"])
    expect(requireGranted).not.toThrow()
  })

  test("include what this request needs too", () => {
    const { grant, grantAlso, required } = rightsOf({ needs, mayNeed })
    grant({ apiId: "api_1" }, "api.{apiId}.encrypt_key")
    grantAlso("rbac.*.create_permission")
    expect(required.slice(2)).toEqual(["api.api_1.encrypt_key", "rbac.*.create_permission"])
  })

  test("include what it gives to a root key, and for how long", () => {
    const { delegate, required } = rightsOf({ needs })
    delegate(["api.*.read_key"])
    delegate(["*"], 5)
    delegate([], null)
    expect(required).toEqual(["api.*.read_key", "*", "until:5", "until:never"])
  })

  test("are never of a kind that the operation does not declare", () => {
    const { grant, grantAlso, required } = rightsOf({ needs, mayNeed })
    expect(() => grant({ apiId: "api_1" }, "api.{apiId}.delete_key")).toThrow(
      "keys.example does not declare api.{apiId}.delete_key in mayNeed.",
    )
    expect(() => grantAlso("rbac.*.add_role_to_key")).toThrow("does not declare rbac.*.add_role_to_key")
    expect(required).toEqual([])
  })

  test("are not checked for an object that the operation does not name", () => {
    const { grant, grantAlso } = rightsOf({ needs, mayNeed })
    for (const ids of [{}, { keyId: "key_1" }]) {
      expect(() => grant(ids)).toThrow("api.{apiId}.update_key needs the apiId.")
    }
    expect(() => grantAlso("api.{apiId}.encrypt_key")).toThrow("api.{apiId}.encrypt_key needs the apiId.")
  })

  test("must have been checked when it returns, if its needs depend on the object", () => {
    const rights = rightsOf({ needs, mayNeed })
    rights.grantAlso("rbac.*.create_permission")
    expect(rights.requireGranted).toThrow("keys.example returned without having called grant.")
    rights.grant({ apiId: "api_1" })
    expect(rights.requireGranted).not.toThrow()
    expect(rightsOf({ needs: ["rbac.*.create_role"] }).requireGranted).not.toThrow()
  })

  test("need no check if the request names no object that exists", () => {
    const rights = rightsOf({ needs, mayNeed })
    rights.grantNothing()
    expect(rights.requireGranted).not.toThrow()
    expect(rights.required).toEqual([])
  })
})
