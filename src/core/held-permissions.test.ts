import { describe, expect, test } from "bun:test"
import { excessOf } from "./held-permissions.ts"
import type { Role } from "./model.ts"

const emptyRoles = (count: number): Role[] =>
  Array.from({ length: count }, (_, index) => {
    const name = `role ${index}`
    return { id: `role_${index}`, workspaceId: "ws_1", name, description: null, permissions: [], createdAt: 0 }
  })
const holding = (roleCount: number) => ({ directPermissions: [], roles: emptyRoles(roleCount) })

describe("the roles of a key", () => {
  test("are at most 1,000, empty ones included", () => {
    expect(excessOf(undefined, holding(1_000))).toBeUndefined()
    expect(excessOf(undefined, holding(1_001))).toBe("1001 roles; a key may have 1000")
  })

  test("may shrink and not grow where there are more already", () => {
    expect(excessOf(holding(1_005), holding(1_004))).toBeUndefined()
    expect(excessOf(holding(1_005), holding(1_005))).toBeUndefined()
    expect(excessOf(holding(1_005), holding(1_006))).toContain("1006 roles")
  })
})
