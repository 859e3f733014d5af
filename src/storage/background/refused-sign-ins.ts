import { installationChain } from "../../core/event-chain.ts"
import type { Store } from "../port/store.ts"

/** Counts refused sign-ins, and records them as one event per minute, so that a flood of guesses writes little. */
export interface RefusedSignIns {
  note(address: string): void
  /** Records what was counted since the last event. */
  flush(): Promise<void>
  /** Records the rest. */
  close(): Promise<void>
}

interface Settings {
  now(): number
  /** Receives failures; the next run tries again. */
  report(error: unknown): void
}

const everyMs = 60_000
/** More addresses than this only count in the total. */
const maxAddresses = 1_000
const shownAddresses = 10

export function createRefusedSignIns(store: Pick<Store, "transaction">, { now, report }: Settings): RefusedSignIns {
  let count = 0
  let byAddress = new Map<string, number>()
  const flush = async () => {
    if (count === 0) return
    const [taken, addresses] = [count, byAddress]
    count = 0
    byAddress = new Map()
    const scope = { workspaceId: installationChain, actor, requestId: null, now: now() }
    try {
      await store.transaction(scope, async (tx) => {
        tx.record({
          type: "session.refused",
          workspaceId: installationChain,
          resources: [{ type: "session", id: "refused" }],
          changes: { before: null, after: { count: taken, addresses: largest(addresses) } },
        })
      })
    } catch (error) {
      count += taken
      for (const [address, times] of addresses) add(address, times)
      throw error
    }
  }
  const add = (address: string, times: number) => {
    const known = byAddress.get(address)
    if (known !== undefined || byAddress.size < maxAddresses) byAddress.set(address, (known ?? 0) + times)
  }
  const timer = setInterval(() => void flush().catch(report), everyMs)
  timer.unref()
  return {
    note(address) {
      count += 1
      add(address, 1)
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush().catch(report)
    },
  }
}

const actor = { type: "system", id: "sign_in" } as const

function largest(addresses: ReadonlyMap<string, number>) {
  return [...addresses]
    .sort(([, one], [, other]) => other - one)
    .slice(0, shownAddresses)
    .map(([address, count]) => ({ address, count }))
}
