import { isAllowedByList } from "../../contract/cidr.ts"
import { heldPermissions } from "../held-permissions.ts"
import { type KeyCheckName, keyChecks } from "../key-checks.ts"
import { missingPermissions, type PermissionQuery } from "../permission-query.ts"
import type { ExplainedCheck, Finding, Seen, SeenKey } from "./explanation.ts"
import { fixByAllowing, fixByGranting } from "./fixes.ts"
import { hints } from "./hints.ts"
import { instant, listed } from "./wording.ts"

/** The checks that verification makes, in the same order. */
export function explainKeyChecks(seen: Seen, key: SeenKey): readonly Finding[] {
  return keyChecks.map(({ name, refusal, passes }) => {
    const passed = passes(key.facts, seen.request, seen.now)
    const shown = { check: name, passed, ...describe[name](seen, key) }
    return { shown, code: refusal.code, passesAt: null }
  })
}

type Description = Omit<ExplainedCheck, "check" | "passed">

const describe: Readonly<Record<KeyCheckName, (seen: Seen, key: SeenKey) => Description>> = {
  enabled(_seen, { keyId, facts }) {
    const { enabled, identityEnabled, identityId } = facts
    if (enabled && (identityEnabled || identityId === null)) return { detail: "The key is enabled." }
    if (identityEnabled || identityId === null) {
      const fix = { operation: "keys.updateKey", input: { keyId, enabled: true } } as const
      return { detail: "The key is disabled.", hint: hints.keyDisabled, fix }
    }
    if (!enabled) return { detail: "The key and its customer are disabled.", hint: hints.keyAndIdentityDisabled }
    const fix = { operation: "identities.updateIdentity", input: { identity: identityId, enabled: true } } as const
    return { detail: `The customer of the key (${identityId}) is disabled.`, hint: hints.identityDisabled, fix }
  },

  /** Without a fix, because only people can decide how long the key shall live. */
  expiry({ now }, { facts: { expires }, matched }) {
    if (matched?.name === "previous" && expires === matched.overlapEnds) return describeOverlap(expires, now)
    if (expires === null) return { detail: "The key does not expire." }
    if (now < expires) return { detail: `The key expires at ${instant(expires)}.`, expires }
    return { detail: `The key expired at ${instant(expires)}.`, hint: hints.keyExpired, expires }
  },

  ip({ request: { ip } }, key) {
    const { facts, networks } = key
    const lists = [
      { of: "the API", list: facts.apiIpAllowlist, networks: networks.api },
      { of: "the key", list: facts.ipAllowlist, networks: networks.key },
    ].filter(({ list }) => list !== null)
    if (lists.length === 0) return { detail: "Neither the API nor the key has an IP allow list." }
    const closed = lists.filter(({ list }) => !isAllowedByList(list, ip))
    const owners = (some: typeof lists) => some.map(({ of }) => of).join(" and of ")
    if (closed.length === 0) return { detail: `${ip} is in the IP allow list of ${owners(lists)}.` }
    if (ip === undefined) {
      const detail = `The request has no address, and the IP allow list of ${owners(closed)} requires one.`
      return { detail, hint: hints.addressAbsent }
    }
    const refusals = closed.map(
      ({ of, networks }) => `${ip} is not in the IP allow list of ${of} (${listed(networks)}).`,
    )
    return { detail: refusals.join(" "), ...remedyForAddress(key, ip) }
  },

  permissions({ request: { query } }, key) {
    if (query === undefined) return { detail: "The request has no permission query." }
    const missing = missingPermissions(query, key.facts.permissions)
    if (missing.length === 0) return { detail: `The key holds the permissions of the query.${sourcesOf(query, key)}` }
    const detail = `The key does not satisfy the query. It would with ${listed(missing)}.`
    const isOutOfScope = key.holding.scoped && missing.some((slug) => !key.inherited.includes(slug))
    if (isOutOfScope) return { detail, missing, hint: hints.permissionsOutOfScope }
    return { detail, missing, hint: hints.permissionsMissing, ...fixByGranting(key, missing) }
  },
}

/** Says which of them come from the customer or the plan. */
function sourcesOf(query: PermissionQuery, { holding, plan }: SeenKey): string {
  const inherited = missingPermissions(query, heldPermissions(holding))
  if (inherited.length === 0 || holding.scoped) return ""
  const ofPlan = new Set(plan?.permissions.map(({ slug }) => slug))
  const [byPlan, byCustomer] = [
    inherited.filter((slug) => ofPlan.has(slug)),
    inherited.filter((slug) => !ofPlan.has(slug)),
  ]
  const sentences = [
    ...(byCustomer.length === 0 ? [] : [`Of the customer: ${listed(byCustomer)}.`]),
    ...(byPlan.length === 0 ? [] : [`Of the plan ${JSON.stringify(plan?.name)}: ${listed(byPlan)}.`]),
  ]
  return sentences.map((sentence) => ` ${sentence}`).join("")
}

/** The end of a previous secret, which is 0 if someone ended it. */
function describeOverlap(expires: number, now: number): Description {
  if (now < expires) {
    const detail = `This is the previous secret of the key, and it expires at ${instant(expires)}. The key also has a new one.`
    return { detail, expires }
  }
  const detail = "This is a previous secret of the key, and its rotation is over."
  return { detail, hint: hints.secretRotated, ...(expires > 0 && { expires }) }
}

/** The allow list of an API has no fix, because a longer one would admit the address with every key of the API. */
function remedyForAddress(key: SeenKey, ip: string): Pick<ExplainedCheck, "hint" | "fix"> {
  const isInApiList = isAllowedByList(key.facts.apiIpAllowlist, ip)
  if (isInApiList) return { hint: hints.addressNotInKeyList, ...fixByAllowing(key, ip) }
  const isInKeyList = isAllowedByList(key.facts.ipAllowlist, ip)
  return { hint: isInKeyList ? hints.addressNotInApiList : hints.addressInNeitherList }
}
