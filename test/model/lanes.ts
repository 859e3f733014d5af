import type { Model } from "./state.ts"
import type { Intent, Step } from "./step.ts"

/**
 * What may go on during a change so that each verification looks as if it came before or after it as a whole. One that
 * is overtaken by the disabling of its workspace is refused, but may have adopted the key before
 * (docs/contract.md#19-verification-semantics, steps 1 and 2). And where credits are at stake there is one lane, for the
 * reason given below.
 */
export function compatible(steps: readonly Step[], { concerns }: Intent): readonly Step[] {
  const admitted = steps.filter(({ stake }) => concerns !== "workspace" || !stake?.isToBeAdopted)
  const isAboutCredits = concerns === "credits" || admitted.some(({ stake }) => stake?.hasCredits)
  return isAboutCredits ? admitted.slice(0, 1) : admitted
}

/**
 * Verifications at the same time take tokens in one order, and credits perhaps in another, so where both are at stake
 * only one of those that share them goes on.
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

/** Several calls at once may all be refused by a quota before the first of them has disabled the workspace. */
export function mayBeRefusedTogether({ workspace }: Model): boolean {
  return workspace.limits.onExceeded === "disable"
}
