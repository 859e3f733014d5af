import type { Random } from "../harness/random.ts"
import type { Application } from "../verifiers/application.ts"

/** Every fault ends before its promise resolves. */
type Fault = (application: Application, forMs: number, random: Random) => Promise<void>

/** What happens to verifiers and to the network between them and their nodes. */
const faults: Readonly<Record<string, Fault>> = {
  async paused(application, forMs) {
    application.pause()
    await Bun.sleep(forMs)
    application.resume()
  },
  killed: (application) => application.restart("SIGKILL"),
  "stopped in an orderly way": (application) => application.restart("SIGTERM"),
  async cut({ proxies }, forMs, random) {
    const proxy = random.pick(proxies as [(typeof proxies)[number], ...typeof proxies])
    proxy.cut()
    await Bun.sleep(forMs)
    await proxy.mend()
  },
  async "in a black hole"({ proxies }, forMs, random) {
    const proxy = random.pick(proxies as [(typeof proxies)[number], ...typeof proxies])
    proxy.stall(random.pick(["all", "present"]))
    await Bun.sleep(forMs)
    // What was swallowed never arrives, so these connections are of no use any more.
    proxy.cut()
    proxy.flow()
    await proxy.mend()
  },
}

const names = Object.keys(faults) as [string, ...string[]]
const longestMs = 2_500

export type VerifierFaultTally = Map<string, number>

export function newVerifierFaultTally(): VerifierFaultTally {
  return new Map(names.map((name) => [name, 0]))
}

interface Injection {
  readonly application: Application
  readonly random: Random
  readonly tally: VerifierFaultTally
  /** Between two faults. A verifier that hangs is kept out for a while, so too many faults would leave nothing to test. */
  readonly longestPauseMs: number
  isOver(): boolean
}

/** One fault after the other, with pauses in between. */
export async function injectVerifierFaults({
  application,
  random,
  tally,
  longestPauseMs,
  isOver,
}: Injection): Promise<void> {
  while (!isOver()) {
    await Bun.sleep(random.below(longestPauseMs))
    const name = random.pick(names)
    await faults[name]?.(application, 20 + random.below(longestMs), random)
    tally.set(name, (tally.get(name) ?? 0) + 1)
  }
}
