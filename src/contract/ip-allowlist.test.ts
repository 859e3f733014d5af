import { describe, expect, test } from "bun:test"
import { z } from "zod"
import { networkPattern } from "./address-patterns.ts"
import { ipAllowlist } from "./ip-allowlist.ts"

describe("ipAllowlist", () => {
  test("gives back canonical networks, and those that mean the same only once", () => {
    const sent = ["10.1.2.3/8", "192.0.2.1", "10.0.0.0/8", "::ffff:192.0.2.1", "2001:DB8::/32"]
    expect(ipAllowlist.parse(sent)).toEqual(["10.0.0.0/8", "192.0.2.1/32", "2001:db8::/32"])
    expect(ipAllowlist.parse([])).toEqual([])
  })

  test("names every entry that is no network, once and with one message", () => {
    const { error } = ipAllowlist.safeParse(["10.0.0.0/8", "10.0.0.0/33", "", "1".repeat(65), 7])
    expect(error?.issues.map(({ path }) => path)).toEqual([[1], [2], [3], [4]])
  })

  test("takes up to 100 entries, counted as they were sent", () => {
    const addresses = Array.from({ length: 100 }, (_, index) => `10.0.0.${index}`)
    expect(ipAllowlist.parse(addresses)).toHaveLength(100)
    expect(ipAllowlist.safeParse([...addresses, "10.0.0.1"]).success).toBe(false)
  })

  test("can be described in the OpenAPI document", () => {
    expect(z.toJSONSchema(ipAllowlist, { io: "input" })).toMatchObject({
      type: "array",
      maxItems: 100,
      items: { $ref: "#/$defs/Network" },
      $defs: { Network: { type: "string", maxLength: 64, pattern: networkPattern } },
    })
  })
})
