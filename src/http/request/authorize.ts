import { fault } from "../../contract/errors.ts"
import { type GrantResource, isGrantResource } from "../../contract/grant-table.ts"
import { holdsAnyFor, holdsGrant, missingGrants } from "../../core/held-grants.ts"
import { endIn, endsLater } from "../../core/lifetime.ts"
import { grantsOfRole } from "../../core/member-grants.ts"
import { createMemo } from "../../core/memo.ts"
import type { PortalCaller } from "../../core/portal.ts"
import { isFresh } from "../../core/session-life.ts"
import type { Caller, Rights } from "../../operations/context.ts"
import type { Operation } from "../../operations/operation.ts"
import { namesObject, type Require, rightsIn } from "./rights.ts"

/** First half of rule h, before the body is read: the caller must be allowed to call the operation for some object. */
function rejectCallerNeverAllowed(operation: Operation, caller: Caller): void {
  const callers = operation.callers ?? ["root_key"]
  // A member may call what a root key may call.
  const kind = caller.type === "user" && caller.member !== undefined ? "root_key" : caller.type
  if (!callers.includes(kind)) throw wrongKindOfKey(operation, callers)
  if (caller.type === "portal") refuseMissingActions(caller, operation.needs.map(requiredActionOf))
  if (kind !== "root_key") return
  const held = grantsOf(caller)
  const missing = operation.needs.filter((need) => !couldSatisfy(held, need))
  if (missing.length > 0) throw lacking(missing.map(forAnyObject), caller)
}

/** What a session in the portal must be allowed to do, in a requirement of the form `action.<API>.<action>`. */
function requiredActionOf(requirement: string): RequiredAction {
  const [, apiId = "", name = ""] = requirement.split(".")
  return { apiId, name }
}

interface RequiredAction {
  readonly apiId: string
  readonly name: string
}

function refuseMissingActions({ actions }: PortalCaller, required: readonly RequiredAction[]): void {
  const missing = required.find(({ name }) => !actions.some((action) => action === name))
  if (missing !== undefined) throw refusal(`This portal does not have the action \`${missing.name}\`.`)
}

/** The APIs are those of the session already, unless a response is repeated that was stored before a change. */
function requireActions(caller: PortalCaller, requirements: readonly string[]): void {
  const required = requirements.map(requiredActionOf)
  refuseMissingActions(caller, required)
  if (required.some(({ apiId }) => !caller.apiIds.includes(apiId))) throw fault("data/api_not_found")
}

function grantsOf(caller: Caller): readonly string[] {
  if (caller.type === "root_key") return caller.rootKey.permissions
  return caller.type === "user" && caller.member !== undefined ? grantsOfRole(caller.member.role) : []
}

/** Permissions that create lasting access. A session may use them only right after its sign-in. */
const lasting =
  /^(webhook\..*\.create_webhook|root_key\..*\.(create|update|delete)_root_key|member\..*\.(invite|update)_member|.*\.decrypt_key)$/

function requireFreshSignIn(caller: Caller, now: number): void {
  const session = caller.type === "api_key" ? undefined : caller.signedIn?.session
  if (session !== undefined && !isFresh(session, now)) throw fault("authorization/sign_in_again")
}

/** The rights of a caller. They are cached with its credential, because most callers repeat the same calls. */
export interface Authority {
  /** Throws if the caller may not call the operation for any object. */
  rejectIfNeverAllowed(operation: Operation): void
  /** For operations that do not need a record of the checked permissions. */
  rightsIn(operation: Operation): Rights
  mayVerify(apiId: string): boolean
  mayLimit(namespaceId: string): boolean
  holds(permission: string): boolean
  /** Second half of rule h. Throws 403 with the missing permissions, or if the caller expires too early. */
  readonly require: Require
}

/** `now` is the time of the call. It matters only to callers that have signed in. */
export function authorityOf(caller: Caller, now: number): Authority {
  const held = grantsOf(caller)
  const ownEnd = caller.type === "root_key" ? caller.rootKey.expires : null
  const allowedForSome = new Set<Operation>()
  const knownRights = new Map<Operation, Rights>()
  const require: Require = (...requirements) => {
    requireHeld(requirements)
    if (requirements.some((requirement) => lasting.test(requirement))) requireFreshSignIn(caller, now)
  }
  const requireHeld = (requirements: readonly string[]) => {
    if (caller.type === "operator") return
    if (caller.type === "portal") return requireActions(caller, requirements)
    const ends = requirements.map(endIn)
    const missing = missingGrants(
      held,
      requirements.filter((_requirement, index) => ends[index] === undefined),
    )
    if (missing.length > 0) throw lacking(missing, caller)
    if (ownEnd !== null && ends.some((end) => end !== undefined && endsLater(end, ownEnd))) throw outliving(ownEnd)
  }
  return {
    require,
    rejectIfNeverAllowed(operation) {
      if (allowedForSome.has(operation)) return
      rejectCallerNeverAllowed(operation, caller)
      const { needs, needsFreshSignIn } = operation
      if (needsFreshSignIn || needs.some((need) => lasting.test(need))) requireFreshSignIn(caller, now)
      allowedForSome.add(operation)
    },
    rightsIn(operation) {
      const rights = knownRights.get(operation) ?? rightsIn(operation, require)
      knownRights.set(operation, rights)
      return rights
    },
    mayVerify: remembered((apiId) => holdsGrant(held, `api.${apiId}.verify_key`)),
    holds: (permission) => caller.type === "operator" || holdsGrant(held, permission),
    mayLimit: remembered((namespaceId) => holdsGrant(held, `ratelimit.${namespaceId}.limit`)),
  }
}

/** Limited in size, because callers can create any number of namespaces. */
function remembered(judge: (id: string) => boolean): (id: string) => boolean {
  const memo = createMemo<boolean>(1_000)
  return (id) => memo(id, judge)
}

/** The object is not known yet, so a permission for any object is enough. */
function couldSatisfy(grants: readonly string[], need: string): boolean {
  if (!namesObject(need)) return holdsGrant(grants, need)
  const { resource, action } = partsOf(need)
  return holdsAnyFor(grants, resource, action)
}

interface NeedParts {
  readonly resource: GrantResource
  readonly action: string
}

const knownParts = new Map<string, NeedParts>()

/** Caches the parts of each need. Operations declare only a few dozen. */
function partsOf(need: string): NeedParts {
  const known = knownParts.get(need)
  if (known !== undefined) return known
  const [resource = "", , action = ""] = need.split(".")
  if (!isGrantResource(resource)) throw new Error(`No resource of permissions: ${need}`)
  const parts = { resource, action }
  knownParts.set(need, parts)
  return parts
}

function forAnyObject(template: string): string {
  return template.replace(/\{[^}]*\}/, "*")
}

function wrongKindOfKey(operation: Operation, callers: readonly string[]) {
  if (callers.includes("root_key")) {
    const needs = operation.needs.map(forAnyObject)
    const named = needs.length > 0 ? ` with ${needs.map((need) => `\`${need}\``).join(" and ")}` : ""
    return refusal(`${operation.name} needs a root key${named}.`)
  }
  if (callers.includes("operator")) return refusal(`${operation.name} needs an operator key.`)
  if (callers.includes("portal")) return refusal(`${operation.name} is for customers in the portal.`)
  if (callers.includes("user")) return refusal(`${operation.name} is for a user who has signed in.`)
  return refusal(`${operation.name} is for an API key about itself.`)
}

function lacking(missing: readonly string[], caller: Caller) {
  const named = missing.map((permission) => `\`${permission}\``).join(", ")
  const who = caller.type === "user" ? `Your role ${caller.member?.role ?? ""}` : "The presented key"
  return refusal(`${who} lacks ${missing.length === 1 ? "the permission" : "the permissions"} ${named}.`)
}

function outliving(ownEnd: number) {
  const time = new Date(ownEnd).toISOString()
  return refusal(
    `The root key would outlive the presented key, which expires at ${time}. Set \`expires\` to ${ownEnd} or earlier.`,
  )
}

function refusal(detail: string) {
  return fault("authorization/insufficient_permissions", { detail })
}
