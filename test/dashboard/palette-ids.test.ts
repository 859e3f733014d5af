import { expect, test } from "bun:test"
import { isMeant } from "../../dashboard/src/shell/palette/found.ts"
import { knownId, mayBeKey } from "../../dashboard/src/shell/palette/known-id.ts"

test("an id leads to what its prefix says", () => {
  expect(knownId("key_1Ch68NZmxdVSwP4Kxxp5PT")).toEqual({
    kind: "key",
    id: "key_1Ch68NZmxdVSwP4Kxxp5PT",
  })
  expect(knownId("req_1Ch68NZmxdVSwP4Kxxp5PT")?.kind).toBe("request")
  expect(knownId("id_1Ch68zccd6i8B4y6ER2nXo")?.kind).toBe("customer")
})

test("other texts are no ids", () => {
  for (const text of ["", "key_", "key_short", "key_0Ch68NZmxdVSwP4Kxxp5PT", "toString_1Ch68NZmxdVSwP4Kxxp5PT"])
    expect(knownId(text)).toBeUndefined()
})

test("a long text without spaces may be a whole key, an id is not", () => {
  expect(mayBeKey("acme_live_6L5yRNPTuciSgXGHqYwn9N6NeoDywHBd2Z7NgZ")).toBe(true)
  expect(mayBeKey("key_1Ch68NZmxdVSwP4Kxxp5PT")).toBe(false)
  expect(mayBeKey("a customer with a long name")).toBe(false)
  expect(mayBeKey("northwind")).toBe(false)
})

test("a short text means names, and no id that holds it by chance", () => {
  const key = { id: "key_1Ch7CpAyNZmxdVSwP4Kxxp", name: "Production", note: "acme_live_6L5y… · northwind" }
  for (const text of ["prod", "NORTH", "6l5y", "key_1", "cpaynz"]) expect(isMeant(key, text)).toBe(true)
  for (const text of ["pay", "staging"]) expect(isMeant(key, text)).toBe(false)
})
