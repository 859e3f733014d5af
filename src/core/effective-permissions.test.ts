import { expect, test } from "bun:test"
import { effectivePermissions, inheritedOnly } from "./effective-permissions.ts"

const own = ["a", "b"]
const inherited = ["B", "b", "c"]

test("a key holds its own permissions and those of its customer, in byte order", () => {
  expect(effectivePermissions({ own, inherited, scoped: false })).toEqual(["B", "a", "b", "c"])
  expect(effectivePermissions({ own, inherited: [], scoped: false })).toEqual(own)
  expect(effectivePermissions({ own: [], inherited, scoped: false })).toEqual(inherited)
})

test("a scoped key holds what both have", () => {
  expect(effectivePermissions({ own, inherited, scoped: true })).toEqual(["b"])
  expect(effectivePermissions({ own, inherited: [], scoped: true })).toEqual([])
})

test("what comes from the customer only is told apart", () => {
  expect(inheritedOnly(own, inherited)).toEqual(["B", "c"])
  expect(inheritedOnly(own, [])).toEqual([])
})
