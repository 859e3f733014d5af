import { expect, test } from "bun:test"
import { nextPage } from "./next-page.ts"

const origin = "https://keys.example.com"

test("a page of the public origin is the next one, with its search", () => {
  expect(nextPage("/w/ws_1/keys?text=a b", origin)).toBe(`${origin}/w/ws_1/keys?text=a%20b`)
})

test.each([
  null,
  "",
  "keys",
  "//evil.example.com",
  "/\\evil.example.com",
  "/\t/evil.example.com",
  "https://evil.example.com/",
])("%j is not", (next) => {
  expect(nextPage(next, origin)).toBeUndefined()
})

test("an address that is too long is left out, however its letters are written", () => {
  expect(nextPage(`/keys?text=${"a".repeat(900)}`, origin, 1_000)).toBeDefined()
  expect(nextPage(`/keys?text=${"a".repeat(1_000)}`, origin, 1_000)).toBeUndefined()
  expect(nextPage(`/keys?text=${"語".repeat(300)}`, origin, 1_000)).toBeUndefined()
  expect(nextPage(`/keys?text=${"a".repeat(1_000)}`, origin)).toBeDefined()
})
