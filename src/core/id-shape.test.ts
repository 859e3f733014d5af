import { describe, expect, test } from "bun:test"
import { idPrefixes } from "../contract/id-prefixes.ts"
import { isIdShaped, prefixOfId } from "./id-shape.ts"

describe("isIdShaped", () => {
  const body = "1BzmjTFLHWXwiSK4y3H5iW"

  test("accepts every prefix with 22 base58 characters and no other prefix", () => {
    for (const prefix of idPrefixes) {
      expect(idPrefixes.filter((other) => isIdShaped(other, `${prefix}_${body}`))).toEqual([prefix])
    }
  })

  test("refuses a wrong length, a wrong character and surrounding text", () => {
    const lengths = ["", "api", "api_", body, `api_${body}1`, `api_${body.slice(1)}`]
    for (const text of [...lengths, `api_${body}\n`, ` api_${body}`]) expect(isIdShaped("api", text)).toBe(false)
    for (const character of "0OIl_-") expect(isIdShaped("api", `api_${body.slice(1)}${character}`)).toBe(false)
  })
})

describe("prefixOfId", () => {
  test("names the prefix of an id, and none for another text", () => {
    for (const prefix of idPrefixes) expect(prefixOfId(`${prefix}_1BzmjTFLHWXwiSK4y3H5iW`)).toBe(prefix)
    for (const text of ["", "key_", "other_1BzmjTFLHWXwiSK4y3H5iW", "key_1BzmjTFLHWXwiSK4y3H5i0"]) {
      expect(prefixOfId(text)).toBeUndefined()
    }
  })
})
