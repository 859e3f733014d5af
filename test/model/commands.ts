import fc from "fast-check"
import { type Move, move, moved } from "./clock.ts"
import { type Happening, linearize } from "./linearize.ts"
import { perform, type Real, send } from "./real.ts"
import type { Model } from "./state.ts"
import type { Intent, Step } from "./step.ts"
import { apiIntents } from "./steps/apis.ts"
import { identityIntents } from "./steps/identities.ts"
import { importIntents } from "./steps/imports.ts"
import { keyLinks } from "./steps/key-links.ts"
import { keyIntents } from "./steps/keys.ts"
import { limitIntents } from "./steps/limits.ts"
import { overrideIntents, overrideReads } from "./steps/overrides.ts"
import { rbacIntents } from "./steps/rbac.ts"
import { readIntents, selfDescriptions } from "./steps/reads.ts"
import { rootKeyIntents } from "./steps/root-keys.ts"
import { keyUpdates, singleKeyUpdates } from "./steps/update-key.ts"
import { verifications } from "./steps/verifications.ts"
import { limitingIntents, workspaceIntents } from "./steps/workspaces.ts"

type Command = fc.AsyncCommand<Model, Real>

function doing(name: string, intent: Intent): Command {
  return {
    check: (model) => intent.plan(model) !== undefined,
    run: (model, real) => perform(model, real, intent),
    toString: () => name,
  }
}

/** The same verifications right before a change, so that everything is in memory, and right after it. */
function changing(intent: Intent, probes: readonly Intent[]): Command {
  return {
    check: (model) => intent.plan(model) !== undefined,
    async run(model, real) {
      const steps = planned(model, probes)
      for (const step of steps) step.settle(model, await send(real, step))
      await perform(model, real, intent)
      for (const step of steps) step.settle(model, await send(real, step))
    },
    toString: () => "changing",
  }
}

const repetitions = 8

/** Verifications on several lanes while a change is under way, and each once more when it has been answered. */
function changingMeanwhile(intent: Intent, lanes: readonly Intent[]): Command {
  return {
    check: (model) => intent.plan(model) !== undefined,
    async run(model, real) {
      const change = intent.plan(model)
      if (change === undefined) return
      const meanwhile = observer(real)
      let isAnswered = false
      const answered = meanwhile.observe(change).then(() => {
        isAnswered = true
      })
      const onLane = async (step: Step) => {
        for (let count = 0; count < repetitions && !isAnswered; count += 1) await meanwhile.observe(step)
        await answered
        await meanwhile.observe(step)
      }
      const steps = compatible(planned(model, lanes), intent)
      await Promise.all([answered, ...onePerQuota(model, steps).map(onLane)])
      Object.assign(model, linearize(model, meanwhile.happenings))
    },
    toString: () => "changing meanwhile",
  }
}

/** Verifications on several lanes at once, two on each. */
function probingTogether(lanes: readonly Intent[]): Command {
  return {
    check: (model) => planned(model, lanes).length > 0,
    async run(model, real) {
      const together = observer(real)
      const onLane = async (step: Step) => {
        await together.observe(step)
        await together.observe(step)
      }
      await Promise.all(onePerQuota(model, untangled(planned(model, lanes))).map(onLane))
      Object.assign(model, linearize(model, together.happenings))
    },
    toString: () => "probing together",
  }
}

function planned(model: Readonly<Model>, intents: readonly Intent[]): readonly Step[] {
  return intents.flatMap((intent) => intent.plan(model) ?? [])
}

/**
 * What may go on during a change so that each verification looks as if it came before or after it as a whole. One that
 * began before a reroll may spend from the old key what the new one has got as well. One that is overtaken by the
 * disabling of its workspace is refused, but may have adopted the key before (section 19, steps 1 and 2). And where
 * credits are at stake there is one lane, for the reason given below.
 */
function compatible(steps: readonly Step[], { concerns }: Intent): readonly Step[] {
  const admitted = steps.filter(({ stake }) => {
    if (concerns === "copy") return !stake?.hasCredits
    return concerns !== "workspace" || !stake?.isToBeAdopted
  })
  const isAboutCredits = concerns === "credits" || admitted.some(({ stake }) => stake?.hasCredits)
  return isAboutCredits ? admitted.slice(0, 1) : admitted
}

/**
 * Verifications at the same time take tokens in one order, and credits perhaps in another, so where both are at stake
 * only one of those that share them goes on.
 */
function untangled(steps: readonly Step[]): readonly Step[] {
  const ownerOf = ({ stake }: Step) => stake?.owner
  const mixed = new Set(steps.filter(({ stake }) => stake?.hasCredits && stake.hasLimits).map(ownerOf))
  return steps.filter(
    (step, place) => !mixed.has(ownerOf(step)) || steps.findIndex((one) => ownerOf(one) === ownerOf(step)) === place,
  )
}

/** Several verifications at once may all be refused by a quota before the first of them has disabled the workspace. */
function onePerQuota({ workspace }: Model, steps: readonly Step[]): readonly Step[] {
  return workspace.limits.onExceeded === "disable" ? steps.slice(0, 1) : steps
}

/** Notes in which order calls begin and end. */
function observer(real: Real) {
  const happenings: Happening[] = []
  let moment = 0
  return {
    happenings,
    async observe(step: Step): Promise<void> {
      const began = moment++
      const reply = await send(real, step)
      happenings.push({ step, reply, began, ended: moment++ })
    },
  }
}

function waiting(move: Move): Command {
  return {
    check: (model) => moved(model, move) > model.now,
    async run(model, { clock }) {
      model.now = moved(model, move)
      clock.now = model.now
    },
    toString: () => `waiting ${JSON.stringify(move)}`,
  }
}

const changes: fc.Arbitrary<Intent> = fc.oneof(
  { weight: 2, arbitrary: apiIntents },
  { weight: 3, arbitrary: keyIntents },
  { weight: 6, arbitrary: keyUpdates },
  { weight: 3, arbitrary: keyLinks },
  { weight: 3, arbitrary: identityIntents },
  { weight: 3, arbitrary: rbacIntents },
  { weight: 3, arbitrary: importIntents },
  { weight: 2, arbitrary: rootKeyIntents },
  { weight: 2, arbitrary: workspaceIntents },
  { weight: 1, arbitrary: limitingIntents },
)

const simpleChanges: fc.Arbitrary<Intent> = fc.oneof(
  { weight: 2, arbitrary: apiIntents },
  { weight: 2, arbitrary: keyIntents },
  { weight: 4, arbitrary: singleKeyUpdates },
  { weight: 3, arbitrary: keyLinks },
  { weight: 3, arbitrary: identityIntents },
  { weight: 3, arbitrary: rbacIntents },
  { weight: 1, arbitrary: importIntents },
  { weight: 2, arbitrary: rootKeyIntents },
  { weight: 1, arbitrary: workspaceIntents },
)

const several = (probe: fc.Arbitrary<Intent>, minLength: number, maxLength: number) =>
  fc.array(probe, { minLength, maxLength })

/** What changes, and what looks at it. */
interface Scene {
  readonly change: fc.Arbitrary<Intent>
  /** Each changes one thing, so that what goes on at the same time is from before it or from after it. */
  readonly simpleChange: fc.Arbitrary<Intent>
  /** What is answered from memory, at one moment. */
  readonly probe: fc.Arbitrary<Intent>
  readonly read: fc.Arbitrary<Intent>
}

const keyScene: Scene = { change: changes, simpleChange: simpleChanges, probe: verifications, read: readIntents }
const limitScene: Scene = {
  change: overrideIntents,
  simpleChange: overrideIntents,
  probe: limitIntents,
  read: overrideReads,
}

const commandsIn = ({ change, simpleChange, probe, read }: Scene): fc.Arbitrary<Command> =>
  fc.oneof(
    { weight: 6, arbitrary: probe.map((intent) => doing("probing", intent)) },
    { weight: 2, arbitrary: read.map((intent) => doing("reading", intent)) },
    {
      weight: 9,
      arbitrary: fc
        .tuple(change, several(fc.oneof({ weight: 5, arbitrary: probe }, selfDescriptions), 0, 3))
        .map(([intent, probes]) => changing(intent, probes)),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(simpleChange, several(probe, 1, 2))
        .map(([intent, lanes]) => changingMeanwhile(intent, lanes)),
    },
    { weight: 2, arbitrary: several(probe, 2, 4).map(probingTogether) },
  )

export const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 16, arbitrary: commandsIn(keyScene) },
  { weight: 3, arbitrary: commandsIn(limitScene) },
  { weight: 3, arbitrary: move.map(waiting) },
)
