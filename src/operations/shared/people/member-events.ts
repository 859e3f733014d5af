import { created, deleted } from "../../../core/object-events.ts"
import type { MemberDetails } from "../../../core/people.ts"
import { toWireMember } from "../../../core/people-wire.ts"
import type { Browser, Caller } from "../../context.ts"

/** Where a change of members came from: the address, and how the person had signed in. */
export function originOf(caller: Caller, browser: Browser) {
  const method = caller.type === "api_key" ? undefined : caller.signedIn?.session.method
  return { address: browser.address, ...(method && { signInMethod: method }) }
}

export function memberCreated(member: MemberDetails, origin: Readonly<Record<string, string>>) {
  const { workspaceId, userId } = member
  return { ...created("member", userId, { ...toWireMember(member), ...origin }), workspaceId }
}

export function memberDeleted(member: MemberDetails) {
  return { ...deleted("member", member.userId, toWireMember(member)), workspaceId: member.workspaceId }
}
