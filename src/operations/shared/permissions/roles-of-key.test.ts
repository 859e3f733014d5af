import { expect, test } from "bun:test"
import { toWireRole } from "../../../core/wire.ts"
import { pageBytes } from "../page.ts"
import { toWireRolesOfKey } from "./roles-of-key.ts"

const text = "\u20ac".repeat(512)
const permissions = Array.from({ length: 100 }, (_, index) => ({
  id: `perm_${index}`,
  workspaceId: "ws",
  slug: `slug.${index}`,
  name: text,
  description: text,
}))
const rolesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `role_${index}`,
    name: `r${index}`,
    description: null,
    permissions,
  }))

test("the roles of a key are shown with their permissions", () => {
  const roles = rolesOf(5)
  expect(toWireRolesOfKey(roles)).toEqual(roles.map(toWireRole))
})

test("roles beyond 4 MiB are shown without their permissions, and none is left out", () => {
  const shown = toWireRolesOfKey(rolesOf(100))
  expect(shown.map(({ id }) => id)).toEqual(rolesOf(100).map(({ id }) => id))
  expect(Buffer.byteLength(JSON.stringify(shown))).toBeLessThan(pageBytes + 50_000)
  const full = shown.filter((role) => "permissions" in role)
  expect(full).toHaveLength(13)
  expect(shown.slice(13).every((role) => !("permissions" in role))).toBe(true)
})
