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
])("suggests for %s the name %s", (word, meant) => {
  expect(nearest(word, commands)).toBe(meant)
})

test.each(["x", "frobnicate", "", "zzzzzz"])("suggests nothing for %p, which is near to no name", (word) => {
  expect(nearest(word, commands)).toBeUndefined()
})

test("suggests nothing where there are no names", () => {
  expect(nearest("serve", [])).toBeUndefined()
})
