/** Migrations whose columns an older version ignores: its verdicts would differ from those of a newer one. */
export const features = {
  identitySwitch: "0024-identity-switch",
  plans: "0025-plans",
  rotation: "0026-rotation",
  identityBalances: "0027-identity-balances",
  planQuotas: "0028-plan-quotas",
  reservations: "0029-reservations",
} as const

export type Feature = (typeof features)[keyof typeof features]

/** A change uses a feature that these nodes do not know. */
export class OlderNodes extends Error {
  constructor(ids: readonly string[]) {
    const isOne = ids.length === 1
    const nodes = isOne ? `The node ${ids[0]} runs` : `The nodes ${ids.join(", ")} run`
    const them = isOne ? "it" : "them"
    super(`${nodes} an older version of Keyward, which would ignore this change. Upgrade or stop ${them} first.`)
    this.name = "OlderNodes"
  }
}
