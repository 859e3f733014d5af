import { expect, test } from "bun:test"
import { eventTypes as shown } from "../../dashboard/src/parts/events/event-types.ts"
import { grantGroups, grantPresets } from "../../dashboard/src/parts/permissions/grants.ts"
import { eventTypes } from "../../src/contract/event-types.ts"
import { grantTable } from "../../src/contract/grant-table.ts"
import { grantsOfRole } from "../../src/core/member-grants.ts"

test("the dashboard offers every type of event as a filter", () => {
  expect([...shown].sort()).toEqual([...eventTypes].sort())
})

test("the dashboard offers every permission of root keys", () => {
  const sorted = (groups: readonly (readonly [string, ...(readonly string[])[]])[]) =>
    groups.map(([resource, ...lists]) => [resource, ...lists.map((list) => [...list].sort())]).sort()
  const offered = grantGroups.map(
    ({ resource, actions, wildcardActions }) => [resource, actions, wildcardActions] as const,
  )
  const known = Object.entries(grantTable).map(
    ([resource, { actions, wildcardActions }]) => [resource, actions, wildcardActions] as const,
  )
  expect(sorted(offered)).toEqual(sorted(known))
})

test("the presets of permissions are what the roles of the same name allow", () => {
  const grantsOf = (preset: string) => [...(grantPresets.find(({ name }) => name === preset)?.grants ?? [])].sort()
  expect(grantsOf("Read only")).toEqual([...grantsOfRole("viewer")].sort())
  expect(grantsOf("Developer")).toEqual([...grantsOfRole("developer")].sort())
  expect(grantsOf("Everything")).toEqual([...grantsOfRole("owner")])
})
