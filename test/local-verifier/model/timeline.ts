/** Simulated milliseconds: what is planned happens in order of time, and nothing waits. */
export interface Timeline {
  now(): number
  at(time: number, run: () => void): void
  in(ms: number, run: () => void): void
  /** Runs everything until then. */
  until(end: number): void
}

export function createTimeline(): Timeline {
  let now = 0
  let planned: { readonly at: number; readonly run: () => void }[] = []
  const at = (time: number, run: () => void) => {
    // Of equal times, the one that was planned first comes first.
    const index = planned.findIndex((other) => other.at > time)
    planned.splice(index === -1 ? planned.length : index, 0, { at: time, run })
  }
  return {
    now: () => now,
    at,
    in: (ms, run) => at(now + ms, run),
    until(end) {
      for (let next = planned[0]; next !== undefined && next.at <= end; next = planned[0]) {
        planned = planned.slice(1)
        now = next.at
        next.run()
      }
      now = end
    },
  }
}

/** One direction of a connection: messages arrive in order, each after a delay. */
export function channel<Message>(timeline: Timeline, delay: () => number, receive: (message: Message) => void) {
  let latestArrival = 0
  return (message: Message) => {
    latestArrival = Math.max(latestArrival, timeline.now() + delay())
    timeline.at(latestArrival, () => receive(message))
  }
}
