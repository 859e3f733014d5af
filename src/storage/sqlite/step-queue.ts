import type { Step, StepResult } from "./protocol.ts"
import type { ThreadClient } from "./thread-client.ts"

/** Collects the steps of a transaction, so that each message to the thread carries as many as possible. */
export interface StepQueue {
  /** Adds a step that waits for the next message. */
  add(step: Step): void
  /** Adds a step that waits for the next message, and returns its result. */
  addAsking(step: Step): Promise<StepResult>
  /** Adds a step and sends all steps soon, together with others that are asked at the same time. */
  ask(step: Step): Promise<StepResult>
  /** Sends all steps that wait. */
  send(): Promise<void>
  /** The number of steps that wait. */
  count(): number
  /** Adds a step before others that wait. */
  insert(place: number, step: Step): void
  /** Removes the steps that wait from this place on. No caller may wait for their results. */
  cut(place: number): void
  isWaiting(step: Step): boolean
}

interface Waiting {
  readonly step: Step
  readonly asker?: PromiseWithResolvers<StepResult>
}

export function createStepQueue(execute: ThreadClient["execute"]): StepQueue {
  let waiting: Waiting[] = []
  let isScheduled = false

  const send = async () => {
    const sent = waiting
    waiting = []
    if (sent.length === 0) return
    try {
      const results = await execute(sent.map(({ step }) => step))
      sent.forEach(({ asker }, index) => {
        asker?.resolve(results[index] ?? null)
      })
    } catch (error) {
      for (const { asker } of sent) asker?.reject(error)
      throw error
    }
  }
  const sendSoon = () => {
    if (isScheduled) return
    isScheduled = true
    // Two turns of the queue of microtasks: queries that start together arrive one after the other.
    queueMicrotask(() =>
      queueMicrotask(() => {
        isScheduled = false
        // Every asker gets the error.
        send().catch(() => {})
      }),
    )
  }
  const addAsking = (step: Step) => {
    const asker = Promise.withResolvers<StepResult>()
    waiting.push({ step, asker })
    return asker.promise
  }

  return {
    add(step) {
      waiting.push({ step })
    },
    addAsking,
    ask(step) {
      sendSoon()
      return addAsking(step)
    },
    send,
    count: () => waiting.length,
    insert(place, step) {
      waiting.splice(place, 0, { step })
    },
    cut(place) {
      waiting.length = Math.min(waiting.length, place)
    },
    isWaiting: (step) => waiting.some((each) => each.step === step),
  }
}
