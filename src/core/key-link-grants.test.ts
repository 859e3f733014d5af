import { describe, expect, test } from "bun:test"
import { isGrant } from "./grants.ts"
import { keyLinkGrants, withKeyLinkGrants } from "./key-link-grants.ts"

const four = Object.values(keyLinkGrants)
const apiId = "api_1CAiZx1YPnJZtcPxTdBGPS"

describe("the grants of a root key of an earlier version", () => {
  test("are grants", () => {
    expect(four.filter(isGrant)).toHaveLength(4)
  })

  test.each([
    [["api.*.create_key"]],
    [["api.*.update_key"]],
    [[`api.${apiId}.create_key`, "event.*.read_event"]],
    [[`api.${apiId}.update_key`, `api.${apiId}.create_key`]],
  ])("of %p include the four for permissions and roles of keys", (grants) => {
    expect(withKeyLinkGrants(grants)).toEqual([...grants, ...four].sort())
  })

  test("keep those of the four that were there", () => {
    const grants = ["api.*.create_key", "rbac.*.add_role_to_key"]
    expect(withKeyLinkGrants(grants)).toEqual(["api.*.create_key", ...four].sort())
    expect(withKeyLinkGrants(withKeyLinkGrants(grants))).toEqual(withKeyLinkGrants(grants))
  })

  test.each([[["*"]], [["*", "api.*.create_key"]], [["api.*.read_key", "api.*.delete_key", "api.*.verify_key"]], [[]]])(
    "of %p stay as they are",
    (grants) => {
      expect(withKeyLinkGrants(grants)).toBe(grants)
    },
  )
})
