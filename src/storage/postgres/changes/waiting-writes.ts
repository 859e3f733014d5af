import type { SentStatements } from "./sent-statements.ts"
import { parametersOf, type WaitingWrite } from "./write-texts.ts"

/** The writes of a transaction that wait for a read that may depend on them, or for the commit. */
export interface WaitingWrites {
  isEmpty(): boolean
  add(writes: readonly WaitingWrite[]): void
  startChange(): void
  /** Keeps the writes of the change. */
  keepChange(): void
  /** Drops the writes of the change, and undoes those that were sent. */
  undoChange(): void
  /** Sends all writes while a change runs. A change of which something is executed begins with a savepoint. */
  sendWithinChange(next: "read" | "write"): void
  /** Sends all writes between two changes. */
  sendAll(): void
  /** Removes all writes, which come with the commit. */
  takeAll(): readonly WaitingWrite[]
}

/** The change that runs now. */
type PresentChange =
  /** All its writes wait, from this place on. */
  | { readonly type: "unsent"; readonly from: number }
  /** Some were executed after a savepoint. The others are all that wait. */
  | { readonly type: "marked" }

export function createWaitingWrites({ post }: Pick<SentStatements, "post">): WaitingWrites {
  const waiting: WaitingWrite[] = []
  let present: PresentChange = { type: "unsent", from: 0 }

  const sendFirst = (count: number) => {
    for (const write of waiting.splice(0, count)) post((on) => on.unsafe(write.sql, [...parametersOf(write)]))
  }

  return {
    isEmpty: () => waiting.length === 0,
    add(writes) {
      waiting.push(...writes)
    },
    startChange() {
      present = { type: "unsent", from: waiting.length }
    },
    keepChange() {
      if (present.type === "marked") post((on) => on`release savepoint change`)
    },
    undoChange() {
      if (present.type === "unsent") {
        waiting.length = present.from
        return
      }
      waiting.length = 0
      post((on) => on`rollback to savepoint change`)
      post((on) => on`release savepoint change`)
    },
    sendWithinChange(next) {
      if (present.type === "unsent") {
        sendFirst(present.from)
        if (next === "write" || waiting.length > 0) {
          post((on) => on`savepoint change`)
          present = { type: "marked" }
        } else present = { type: "unsent", from: 0 }
      }
      sendFirst(waiting.length)
    },
    sendAll: () => sendFirst(waiting.length),
    takeAll: () => waiting.splice(0),
  }
}
