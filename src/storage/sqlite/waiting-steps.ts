import type { Event } from "../../core/model.ts"
import type { Step, StepResult } from "./protocol.ts"

export interface WaitingStep {
  readonly step: Step
  readonly onResult?: ((result: StepResult) => void) | undefined
}

/** The steps of a transaction that wait for the next message to the thread that writes. */
export interface WaitingSteps {
  add(step: Step, onResult?: WaitingStep["onResult"]): void
  /** The number of changes since `takeAll` that are kept. */
  keptChanges(): number
  startChange(): void
  /** Keeps the steps of the change. Its events come after them. */
  keepChange(recorded: readonly Event[]): void
  /** Drops the steps of the change, and undoes those that were taken. */
  undoChange(): void
  /** Takes all steps while a change runs. They include a mark, up to which the change can be undone. */
  takeWithinChange(): readonly WaitingStep[]
  /** Takes all steps, and the events of all changes, between two changes. */
  takeAll(): readonly WaitingStep[]
}

export function createWaitingSteps(): WaitingSteps {
  const steps: WaitingStep[] = [{ step: { type: "begin" } }]
  let keptChanges = 0
  let events: Event[] = []
  /** Where the steps of the present change begin. */
  let start = 0
  let isMarked = false

  const add = (step: Step, onResult?: WaitingStep["onResult"]) => {
    steps.push({ step, onResult })
  }
  const startChange = () => {
    start = steps.length
    isMarked = false
  }
  const takeEvents = (): WaitingStep[] => {
    const appended = events
    events = []
    return appended.length > 0 ? [{ step: { type: "append", events: appended } }] : []
  }

  return {
    add,
    keptChanges: () => keptChanges,
    startChange,
    keepChange(recorded) {
      keptChanges += 1
      if (isMarked) add({ type: "keep" })
      events.push(...recorded)
      startChange()
    },
    undoChange() {
      if (isMarked) add({ type: "undo" })
      else steps.length = start
      startChange()
    },
    takeWithinChange() {
      if (!isMarked) steps.splice(start, 0, ...takeEvents(), { step: { type: "mark" } })
      isMarked = true
      return steps.splice(0)
    },
    takeAll() {
      const all = [...steps.splice(0), ...takeEvents()]
      keptChanges = 0
      startChange()
      return all
    },
  }
}
