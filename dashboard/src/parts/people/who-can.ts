import { type MemberRole, memberRoles } from "../../../../src/contract/member-roles.ts"
import { holdsGrant } from "../../../../src/core/held-grants.ts"
import { grantsOfRole } from "../../../../src/core/member-grants.ts"
import { visibleText } from "../../ui/format.ts"

/** The roles that have a permission, strongest first. */
export function rolesWith(permission: string): readonly MemberRole[] {
  return memberRoles.filter((role) => holdsGrant(grantsOfRole(role), permission)).toReversed()
}

const namedPeople = 3

/** "Owners and admins have it: Mara Klein and 2 more." Without names, only the roles. */
export function whoCan(roles: readonly MemberRole[], names: readonly string[]): string {
  const have = capitalized(listed(roles.map((role) => `${role}s`)))
  if (names.length === 0) return `${have} have it.`
  const people = names.slice(0, namedPeople).map(visibleText)
  const others = names.length - people.length
  return `${have} have it: ${listed([...people, ...(others > 0 ? [`${others} more`] : [])])}.`
}

/** "a, b and c". */
function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? ""
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
