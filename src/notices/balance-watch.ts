import {
  areCreditsLow,
  type BalanceWatch,
  type ChargeResult,
  isQuotaNear,
  isQuotaReached,
} from "../core/balance-watch.ts"
import { periodStart } from "../core/quota.ts"
import type { KnownThreshold } from "../core/threshold.ts"
import type { VerifiableKey } from "../core/verify.ts"
import type { DueBalance, WalkPosition } from "../storage/port/due-balances.ts"
import type { Store } from "../storage/port/store.ts"
import { noticeScope } from "./record-notice.ts"
import { type Suspect, tellBalance } from "./tell-balance.ts"
import { exhaustedName, lowName, nearName, reachedName } from "./told-names.ts"

export interface RunningBalanceWatch extends BalanceWatch {
  /** These objects have changed by a call. */
  changed(ids: readonly string[]): void
  /** Finishes what waits. */
  close(): Promise<void>
}

interface WatchOptions {
  readonly store: Pick<Store, "transaction" | "dueBalances">
  /** How long candidates wait for others. */
  readonly everyMs: number
  now(): number
  report(error: unknown): void
}

const hourMs = 3_600_000
/** What does not fit is found by the next spend, or by the walk. */
const waitingAtMost = 10_000
const toldAtMost = 20_000
const lookedUpAtOnce = 200
/** Between steps of the walk, so that others come first. */
const pauseMs = 10

/** Any node records notices of the balances that it sees: the row of a balance says what was told. */
export function startBalanceWatch({ store, everyMs, now, report }: WatchOptions): RunningBalanceWatch {
  const waiting = new Map<string, Suspect>()
  const changedIds = new Set<string>()
  /** By id. */
  const told = new Map<string, ReadonlySet<string>>()
  let isClosed = false
  let underWay: Promise<void> | undefined

  const suspect = ({ type, workspaceId, id }: DueBalance, refusedAtFill?: number) => {
    const known = waiting.get(id)
    if (known === undefined && waiting.size >= waitingAtMost) return
    waiting.set(id, { type, workspaceId, id, refusedAtFill: refusedAtFill ?? known?.refusedAtFill })
  }
  const remember = (id: string, names: readonly string[]) => {
    if (told.size > toldAtMost) told.clear()
    told.set(id, new Set(names))
  }
  const lookUpChanged = async () => {
    const ids = [...changedIds].slice(0, lookedUpAtOnce)
    // Taken out first: one that changes again while it is looked up is looked up again.
    for (const id of ids) changedIds.delete(id)
    const balanceIds = ids.filter((id) => id.startsWith("bal_"))
    const identityIds = ids.filter((id) => id.startsWith("id_"))
    try {
      for (const found of await store.dueBalances.find({ balanceIds, identityIds }, now())) suspect(found)
    } catch (error) {
      for (const id of ids) changedIds.add(id)
      throw error
    }
  }
  const tellWaiting = async () => {
    for (const one of [...waiting.values()]) {
      waiting.delete(one.id)
      const at = now()
      try {
        const scope = noticeScope(one.workspaceId, at)
        remember(one.id, await store.transaction(scope, (tx) => tellBalance({ tx, now: at }, one)))
      } catch (error) {
        // The next turn begins with others, so that one balance cannot hold up all.
        suspect(one, one.refusedAtFill)
        throw error
      }
    }
  }
  const turn = async () => {
    while (changedIds.size > 0) await lookUpChanged()
    await tellWaiting()
  }
  const take = () => {
    underWay ??= turn()
      .catch(report)
      .finally(() => {
        underWay = undefined
      })
    return underWay
  }
  const timer = setInterval(() => {
    if (waiting.size + changedIds.size > 0) take()
  }, everyMs)
  timer.unref()
  const walk = startWalk({ store, now, report, isClosed: () => isClosed, suspect, take })
  return {
    charged(key, result) {
      if (result.balances !== null) noteCharge(key, result, { told, suspect, now })
    },
    committed({ balanceId, identityId }) {
      if (changedIds.size >= waitingAtMost) return
      if (balanceId !== null) changedIds.add(balanceId)
      if (identityId !== null) changedIds.add(identityId)
    },
    changed(ids) {
      for (const id of ids) {
        // A call that began before a fill knows only the fill before, which may be told.
        told.delete(id)
        if (changedIds.size >= waitingAtMost) continue
        if (id.startsWith("bal_") || id.startsWith("id_")) changedIds.add(id)
      }
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      await walk.close()
      await underWay
      if (waiting.size + changedIds.size > 0) await take()
    },
  }
}

interface Noting {
  readonly told: ReadonlyMap<string, ReadonlySet<string>>
  suspect(balance: DueBalance, refusedAtFill?: number): void
  now(): number
}

/** Compares what is left with what is in memory. Most calls end here. */
function noteCharge(key: VerifiableKey, { balances, exhausted }: ChargeResult, { told, suspect, now }: Noting): void {
  if (balances === null) return
  const { threshold, balanceId, facts } = key
  const { workspaceId, meter } = facts
  const isNew = (id: string, remaining: number, known: KnownThreshold, isRefused: boolean): boolean => {
    const names = told.get(id)
    if (areCreditsLow(remaining, known) && !names?.has(lowName(id, known.fills))) return true
    return (remaining === 0 || isRefused) && !names?.has(exhaustedName(id, known.fills))
  }
  if (balances.key !== null && threshold && balanceId !== null) {
    const isRefused = exhausted === "key"
    if (isNew(balanceId, balances.key, threshold, isRefused)) {
      suspect({ type: "key", workspaceId, id: balanceId }, isRefused ? threshold.fills : undefined)
    }
  }
  if (meter === null) return
  const customer = { type: "identity", workspaceId, id: meter.identityId } as const
  if (balances.credits !== null && meter.threshold !== undefined) {
    const isRefused = exhausted === "identity"
    const isSpared = balances.quota !== null && balances.quota > 0
    if ((!isSpared || isRefused) && isNew(customer.id, balances.credits, meter.threshold, isRefused)) {
      suspect(customer, isRefused ? meter.threshold.fills : undefined)
    }
  }
  const { quota, billingDay } = meter
  if (balances.quota === null || quota === null || !isQuotaNear(quota, balances.quota)) return
  const { interval, limit } = quota
  const period = { id: customer.id, limit, from: periodStart({ interval, billingDay }, now()) }
  const isReached = isQuotaReached(quota, balances.quota)
  const names = told.get(customer.id)
  if (!names?.has(nearName(period)) || (isReached && !names.has(reachedName(period)))) suspect(customer)
}

interface WalkOptions extends Pick<WatchOptions, "store" | "now" | "report">, Pick<Noting, "suspect"> {
  isClosed(): boolean
  take(): Promise<void>
}

/** At the start and every hour, finds what a killed process has forgotten. */
function startWalk({ store, now, report, isClosed, suspect, take }: WalkOptions) {
  let underWay: Promise<void> | undefined
  const walk = async () => {
    let position: WalkPosition | undefined
    do {
      const step = await store.dueBalances.walk(position, now())
      for (const found of step.found) suspect(found)
      if (step.found.length > 0) await take()
      position = step.next
      await Bun.sleep(pauseMs)
    } while (position !== undefined && !isClosed())
  }
  const start = () => {
    underWay ??= walk()
      .catch((error) => {
        if (!isClosed()) report(error)
      })
      .finally(() => {
        underWay = undefined
      })
  }
  const timer = setInterval(start, hourMs)
  timer.unref()
  start()
  return {
    async close() {
      clearInterval(timer)
      await underWay
    },
  }
}
