import type { PortalAction } from "../../../contract/portal-actions.ts"

/** What a caller must hold for every API of a portal, so that nobody gives customers what they lack. */

const read = "api.{apiId}.read_key"

const rights: Readonly<Record<PortalAction, readonly string[]>> = {
  create: ["api.{apiId}.create_key"],
  rename: ["api.{apiId}.update_key"],
  restrict: ["api.{apiId}.update_key"],
  rotate: ["api.{apiId}.create_key", "api.{apiId}.update_key"],
  revoke: ["api.{apiId}.delete_key"],
  usage: ["api.{apiId}.read_usage"],
  refusals: ["api.{apiId}.read_usage"],
}

/** Customers always see their keys. */
export function rightsForActions(actions: readonly PortalAction[]): readonly string[] {
  return [...new Set([read, ...actions.flatMap((action) => rights[action])])]
}

export const actionRights: readonly string[] = [...new Set([read, ...Object.values(rights).flat()])]
