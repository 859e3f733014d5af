import { expect, test } from "bun:test"
import { email } from "./email.ts"

test.each([
  ["ada@example.com", "ada@example.com"],
  ["Ada.Lovelace+keys@EXAMPLE.com", "ada.lovelace+keys@example.com"],
  ["ada@exämple.com", "ada@xn--exmple-cua.com"],
  ["ada@EXÄMPLE.com", "ada@xn--exmple-cua.com"],
  ["a\u0308da@example.com", "\u00e4da@example.com"],
  ["Äda@example.com", "Äda@example.com"],
  ["ada@localhost", "ada@localhost"],
])("%s is stored as %s", (given, stored) => {
  expect(email.parse(given)).toBe(stored)
})

test.each([
  "ada",
  "@example.com",
  "ada@",
  "ada@@example.com",
  "ada @example.com",
  "ada@example.com\n",
  "a\u0000da@example.com",
  "a\u202eda@example.com",
  "a\u200bda@example.com",
  "ada@exam%70le.com",
  "ada@example.com:80",
  "ada@127.0.0.1",
  "ada@0x7f",
  "ada@[::1]",
  "ada@example..com",
  `${"a".repeat(65)}@example.com`,
  "<ada@example.com>",
])("%j is no address", (given) => {
  expect(email.safeParse(given).success).toBe(false)
})
