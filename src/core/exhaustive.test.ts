import { expect, test } from "bun:test"
import { noFieldsLeft, onlyFieldsOf } from "./exhaustive.ts"

interface Named {
  readonly name: string
  readonly note?: string
}

// The compiler runs this test: an unused `@ts-expect-error` is an error.
test("a field that is not taken out does not compile", () => {
  const named: Named = { name: "a" }
  const { name, note: _note, ...nothing } = named
  noFieldsLeft(nothing)
  const { name: sameName, ...left } = named
  // @ts-expect-error `note` was not taken out.
  noFieldsLeft(left)
  expect(name).toBe(sameName)
})

test("a field that the whole lacks does not compile, even through a spread", () => {
  const extended = { name: "a", added: 1 }
  expect(onlyFieldsOf<Named>()({ name: "a" })).toEqual({ name: "a" })
  // @ts-expect-error `added` is no field of it.
  expect(onlyFieldsOf<Named>()({ ...extended })).toEqual(extended)
})
