import { isAllowedByList } from "../../contract/cidr.ts"
import { missingPermissions } from "../permission-query.ts"
import { type KeyCheckName, keyChecks } from "../verify.ts"
import type { ExplainedCheck, Finding, Seen, SeenKey } from "./explanation.ts"
import { instant, listed } from "./wording.ts"

/** The checks that verification makes, in the same order. */
export function explainKeyChecks(seen: Seen, key: SeenKey): readonly Finding[] {
  return keyChecks.map(({ name, refusal, passes }) => {
    const passed = passes(key.facts, seen.request, seen.now)
    const shown = { check: name, passed, ...describe[name](seen, key) }
    return { shown, code: refusal.code, passesAt: null }
  })
}

type Description = Pick<ExplainedCheck, "detail" | "missing">

const describe: Readonly<Record<KeyCheckName, (seen: Seen, key: SeenKey) => Description>> = {
  enabled: (_seen, { facts }) => ({
    detail: facts.enabled ? "The key is enabled." : "The key is disabled. Set `enabled` to true with keys.updateKey.",
  }),

  expiry({ now }, { facts: { expires } }) {
    if (expires === null) return { detail: "The key does not expire." }
    if (now < expires) return { detail: `The key expires at ${instant(expires)}.` }
    return { detail: `The key expired at ${instant(expires)}. Set a later \`expires\` with keys.updateKey.` }
  },

  ip({ request: { ip } }, { facts, networks }) {
    const lists = [
      { of: "the API", list: facts.apiIpAllowlist, networks: networks.api, change: "apis.updateApi" },
      { of: "the key", list: facts.ipAllowlist, networks: networks.key, change: "keys.updateKey" },
    ].filter(({ list }) => list !== null)
    if (lists.length === 0) return { detail: "Neither the API nor the key has an IP allow list." }
    const closed = lists.filter(({ list }) => !isAllowedByList(list, ip))
    const owners = (some: typeof lists) => some.map(({ of }) => of).join(" and of ")
    if (closed.length === 0) return { detail: `${ip} is in the IP allow list of ${owners(lists)}.` }
    if (ip === undefined) {
      const required = `The IP allow list of ${owners(closed)} requires the address of the client`
      return { detail: `${required}, but the request has no \`ip\`.` }
    }
    const refusals = closed.map(
      ({ of, networks, change }) =>
        `${ip} is not in the IP allow list of ${of} (${listed(networks)}). Add its network with ${change}.`,
    )
    return { detail: refusals.join(" ") }
  },

  permissions({ request: { query } }, { facts: { permissions } }) {
    if (query === undefined) return { detail: "The request has no permission query." }
    const missing = missingPermissions(query, permissions)
    if (missing.length === 0) return { detail: "The key holds the permissions of the query." }
    const detail = `The key does not satisfy the query. It would with ${listed(missing)}: use keys.addPermissions.`
    return { detail, missing }
  },
}
