import { expect, test } from "bun:test"
import { nearest } from "./nearest.ts"

const commands = ["serve", "migrate", "identities", "create-identity", "delete-identity", "keys"]

test.each([
  ["sevre", "serve"],
  ["Serve", "serve"],
  ["migrat", "migrate"],
  ["identites", "identities"],
  ["ident", "identities"],
  ["key", "keys"],
  ["creat-idenity", "create-identity"],
])("takes %s for %s", (word, meant) => {
  expect(nearest(word, commands)).toBe(meant)
})

test.each(["x", "frobnicate", "", "zzzzzz"])("takes %p for nothing", (word) => {
  expect(nearest(word, commands)).toBeUndefined()
})

test("knows nothing near among no candidates", () => {
  expect(nearest("serve", [])).toBeUndefined()
})
