import type fc from "fast-check"
import { type Move, moved } from "./clock.ts"
import { adoptingAlone, compatible, mayBeRefusedTogether, untangled } from "./lanes.ts"
import { type Happening, linearize } from "./linearize.ts"
import { nextNode, perform, type Real, send } from "./real.ts"
import type { Model } from "./state.ts"
import type { Intent, Step } from "./step.ts"

export type Command = fc.AsyncCommand<Model, Real>

export function doing(name: string, intent: Intent): Command {
  return {
    check: (model) => intent.plan(model) !== undefined,
    run: (model, real) => perform(model, real, intent),
    toString: () => name,
  }
}

/** Runs the same verifications before a change, so that all records are cached, and after it. */
export function changing(intent: Intent, probes: readonly Intent[]): Command {
  return {
    check: (model) => intent.plan(model) !== undefined,
    async run(model, real) {
      const steps = planned(model, probes)
      for (const step of steps) step.apply(model, await send(real, step))
      await perform(model, real, intent)
      for (const step of steps) step.apply(model, await send(real, step))
    },
    toString: () => "changing",
  }
}

const repetitions = 8

/**
 * Runs verifications on several lanes during a change, and repeats each of them after its response. Until then, some nodes may
 * know the change and others not, so one node gets all verifications; afterwards, any.
 */
export function changingDuringProbes(intent: Intent, lanes: readonly Intent[]): Command {
  return {
    check: (model) => intent.plan(model) !== undefined,
    async run(model, real) {
      const change = intent.plan(model)
      if (change === undefined) return
      const concurrent = observer(real)
      const node = nextNode(real)
      let isAnswered = false
      const answered = concurrent.observe(change).then(() => {
        isAnswered = true
      })
      const onLane = async (step: Step) => {
        for (let count = 0; count < repetitions && !isAnswered; count += 1) await concurrent.observe(step, node)
        await answered
        await concurrent.observe(step)
      }
      const steps = mayBeRefusedTogether(model) ? [] : compatible(planned(model, lanes), intent)
      await Promise.all([answered, ...steps.map(onLane)])
      Object.assign(model, linearize(model, concurrent.happenings))
    },
    toString: () => "changing during probes",
  }
}

/** Runs verifications on several lanes at once, two on each. */
export function probingTogether(lanes: readonly Intent[]): Command {
  return {
    check: (model) => planned(model, lanes).length > 0,
    async run(model, real) {
      const together = observer(real)
      const onLane = async (step: Step) => {
        await together.observe(step)
        await together.observe(step)
      }
      const steps = untangled(adoptingAlone(planned(model, lanes), model))
      await Promise.all(steps.slice(0, mayBeRefusedTogether(model) ? 1 : undefined).map(onLane))
      Object.assign(model, linearize(model, together.happenings))
    },
    toString: () => "probing together",
  }
}

function planned(model: Readonly<Model>, intents: readonly Intent[]): readonly Step[] {
  return intents.flatMap((intent) => intent.plan(model) ?? [])
}

/** Records the order in which calls start and end. */
function observer(real: Real) {
  const happenings: Happening[] = []
  let moment = 0
  return {
    happenings,
    async observe(step: Step, node?: number): Promise<void> {
      const began = moment++
      const reply = await send(real, step, node)
      happenings.push({ step, reply, began, ended: moment++ })
    },
  }
}

export function waiting(move: Move): Command {
  return {
    check: (model) => moved(model, move) > model.now,
    async run(model, { clock }) {
      model.now = moved(model, move)
      clock.now = model.now
    },
    toString: () => `waiting ${JSON.stringify(move)}`,
  }
}
