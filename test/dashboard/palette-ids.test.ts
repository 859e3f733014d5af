import { expect, test } from "bun:test"
import { nounOf, pluralOf } from "../../dashboard/src/parts/objects.ts"
import { actionLabel } from "../../dashboard/src/parts/permissions/grants.ts"
import { isMeant } from "../../dashboard/src/shell/palette/found.ts"
import { knownId } from "../../dashboard/src/shell/palette/known-id.ts"

test("an id leads to what its prefix says", () => {
  expect(knownId("key_1Ch68NZmxdVSwP4Kxxp5PT")).toEqual({
    type: "key",
    id: "key_1Ch68NZmxdVSwP4Kxxp5PT",
  })
  expect(knownId("req_1Ch68NZmxdVSwP4Kxxp5PT")?.type).toBe("request")
  expect(knownId("id_1Ch68zccd6i8B4y6ER2nXo")?.type).toBe("identity")
  expect(knownId("rk_1Ch68zccd6i8B4y6ER2nXo")?.type).toBe("root_key")
  // No page shows a balance.
  expect(knownId("bal_1Ch68zccd6i8B4y6ER2nXo")).toBeUndefined()
})

test("other texts are no ids", () => {
  for (const text of ["", "key_", "key_short", "key_0Ch68NZmxdVSwP4Kxxp5PT", "toString_1Ch68NZmxdVSwP4Kxxp5PT"])
    expect(knownId(text)).toBeUndefined()
})

test("a short text means names, and no id that holds it by chance", () => {
  const key = { id: "key_1Ch7CpAyNZmxdVSwP4Kxxp", name: "Production", note: "acme_live_6L5y… · northwind" }
  for (const text of ["prod", "NORTH", "6l5y", "key_1", "cpaynz"]) expect(isMeant(key, text)).toBe(true)
  for (const text of ["pay", "staging"]) expect(isMeant(key, text)).toBe(false)
})

test("objects are called as people call them here", () => {
  expect([nounOf("identity"), nounOf("root_key"), pluralOf("api")]).toEqual(["customer", "root key", "APIs"])
  expect([actionLabel("read_identity"), actionLabel("delete_root_key"), actionLabel("add_role_to_key")]).toEqual([
    "Read customers",
    "Delete root keys",
    "Add role to key",
  ])
  expect(nounOf("future_thing")).toBe("future thing")
})
