import type { Model } from "./state.ts"
import type { Intent, Step } from "./step.ts"

/**
 * The verifications that may run during a change, so that each of them runs completely before or after the change. One that
 * adopts its key may still be refused by a change that comes between (docs/contract.md#19-verification-semantics, steps 1 and
 * 2), so none of these runs then. A verification that began before the change of an identity may judge by the identity as it
 * was and still pay after the change, which may show or change the balances: so none that pays runs then. A plan may give a
 * quota to many keys. If credits are involved, only one lane runs, as explained below.
 */
export function compatible(steps: readonly Step[], { concerns }: Intent): readonly Step[] {
  const admitted = steps.filter(({ stake }) => {
    if (stake?.isToBeAdopted) return false
    return (concerns !== "identity" && concerns !== "plan") || !stake?.hasCredits
  })
  const isAboutCredits =
    concerns === "credits" || concerns === "plan" || admitted.some(({ stake }) => stake?.hasCredits)
  return isAboutCredits ? admitted.slice(0, 1) : admitted
}

/**
 * Concurrent verifications may take tokens in one order and credits in another. So if both are involved, only one of the
 * verifications that share them runs.
 */
export function untangled(steps: readonly Step[]): readonly Step[] {
  const ownersOf = ({ stake }: Step) => stake?.owners ?? []
  const mixed = new Set(steps.filter(({ stake }) => stake?.hasCredits && stake.hasLimits).flatMap(ownersOf))
  const going: Step[] = []
  for (const step of steps) {
    const isTaken = (owner: string) => going.some((one) => ownersOf(one).includes(owner))
    const isMixed = ownersOf(step).some((owner) => mixed.has(owner))
    if (!isMixed || !ownersOf(step).some(isTaken)) going.push(step)
  }
  return going
}

/**
 * A verification that adopts its key may still be refused by a quota that others use up in the meantime, as by a disabled
 * workspace. So with a quota it runs alone.
 */
export function adoptingAlone(steps: readonly Step[], { workspace }: Model): readonly Step[] {
  const isAdopting = workspace.limits.verificationsPerMonth !== null && steps.some(({ stake }) => stake?.isToBeAdopted)
  return isAdopting ? steps.slice(0, 1) : steps
}

/** A quota may refuse several concurrent calls before the first of them has disabled the workspace. */
export function mayBeRefusedTogether({ workspace }: Model): boolean {
  return workspace.limits.onExceeded === "disable"
}
