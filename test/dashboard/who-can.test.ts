import { describe, expect, test } from "bun:test"
import { rolesWith, whoCan } from "../../dashboard/src/parts/people/who-can.ts"

describe("what is greyed says", () => {
  test("which roles have the permission, strongest first", () => {
    expect(rolesWith("api.api_1.update_key")).toEqual(["owner", "admin", "developer"])
    expect(rolesWith("identity.id_1.set_plan")).toEqual(["owner", "admin"])
    expect(rolesWith("root_key.*.create_root_key")).toEqual(["owner"])
  })

  test("who has these roles, by name if they are known", () => {
    expect(whoCan(["owner"], [])).toBe("Owners have it.")
    expect(whoCan(["owner", "admin"], ["Mara"])).toBe("Owners and admins have it: Mara.")
    expect(whoCan(["owner", "admin", "developer"], ["Mara", "Ada"])).toBe(
      "Owners, admins and developers have it: Mara and Ada.",
    )
    const five = ["Mara", "Ada", "Grace", "Alan", "Edsger"]
    expect(whoCan(["owner"], five)).toBe("Owners have it: Mara, Ada, Grace and 2 more.")
  })

  test("names without characters that hide or turn them", () => {
    expect(whoCan(["owner"], ["a\u202Eb"])).toBe("Owners have it: a\\u{202e}b.")
  })
})
