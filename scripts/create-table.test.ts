import { expect, test } from "bun:test"
import { migrationStatement } from "./create-table.ts"

test("prints a declared table as a migration creates it", () => {
  expect(migrationStatement("role_permissions")?.split("\n")).toEqual([
    "table(",
    '  "role_permissions",',
    `  \`role_id \${text} not null references roles (id) on delete cascade,`,
    `   permission_id \${text} not null references permissions (id) on delete cascade,`,
    "   primary key (role_id, permission_id)`,",
    "),",
  ])
  expect(migrationStatement("events")).toContain(`sequence \${sequence},`)
})

test("refuses a table that is not declared", () => {
  expect(migrationStatement("toString")).toBeUndefined()
})
