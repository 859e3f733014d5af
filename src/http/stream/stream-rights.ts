import { Fault } from "../../contract/errors.ts"
import type { Caller } from "../../operations/context.ts"
import type { Stream } from "../../operations/operation.ts"
import type { Store } from "../../storage/port/store.ts"
import { confirmCaller } from "../request/authenticate.ts"
import { authorityOf } from "../request/authorize.ts"
import type { EventStream, StreamEnd } from "./event-stream.ts"
import type { Opener } from "./stream.ts"

/** Ends the streams whose callers may no longer read events. */
export interface StreamRights {
  add(stream: EventStream, opener: Opener): void
  remove(stream: EventStream, opener: Opener): void
  /** A change has named these objects. */
  check(ids: readonly string[] | "all"): void
  close(): void
}

interface RightsOptions {
  readonly store: Store
  readonly operatorKeyHash: string
  now(): number
  /** False while this node may miss changes. */
  hearsChanges(): boolean
}

/** All streams that depend on the same right. */
interface Holder {
  /** As it was at the last check. */
  caller: Caller
  readonly operation: Stream
  readonly streams: Set<EventStream>
  readonly ids: readonly string[]
}

/** Sessions and expiry are checked this often, because no change announces them. */
const checkEveryMs = 500
const checksAtOnce = 20

export function createStreamRights(options: RightsOptions): StreamRights {
  const { now, hearsChanges } = options
  const holders = new Map<string, Holder>()

  const checkAll = async (due: readonly Holder[]) => {
    for (let first = 0; first < due.length; first += checksAtOnce) {
      await Promise.all(due.slice(first, first + checksAtOnce).map((holder) => check(options, holder)))
    }
  }
  let isChecking = false
  const checkRegularly = async () => {
    const all = [...holders.values()]
    for (const holder of all) if (hasExpired(holder.caller, now())) endAll(holder, "right_lost")
    if (isChecking) return
    isChecking = true
    await checkAll(all.filter(({ caller }) => signedInOf(caller) !== undefined || !hearsChanges()))
    isChecking = false
  }
  const timer = setInterval(checkRegularly, checkEveryMs)
  timer.unref()
  return {
    add(stream, { caller, operation }) {
      const key = keyOf(caller)
      const fresh = { caller, operation, streams: new Set<EventStream>(), ids: idsOf(caller) }
      const holder = holders.get(key) ?? fresh
      holder.streams.add(stream)
      holders.set(key, holder)
      // The right may have gone between authentication and now, and that change is over.
      void check(options, holder)
    },
    remove(stream, { caller }) {
      const holder = holders.get(keyOf(caller))
      holder?.streams.delete(stream)
      if (holder?.streams.size === 0) holders.delete(keyOf(caller))
    },
    check(ids) {
      if (holders.size === 0) return
      const all = [...holders.values()]
      const named = new Set(ids)
      void checkAll(ids === "all" ? all : all.filter((holder) => holder.ids.some((id) => named.has(id))))
    },
    close: () => clearInterval(timer),
  }
}

/** Applies the rules that a request with the same credential would meet now. */
async function check({ store, operatorKeyHash, now }: RightsOptions, holder: Holder): Promise<void> {
  const { caller, operation } = holder
  const at = now()
  try {
    const confirmed = await confirmCaller(store, { caller, operation, operatorKeyHash, now: at })
    authorityOf(confirmed.caller, at).rejectIfNeverAllowed(operation)
    holder.caller = confirmed.caller
  } catch (error) {
    // If the database cannot confirm the right, the stream ends too.
    endAll(holder, error instanceof Fault ? "right_lost" : "storage_unavailable")
  }
}

function endAll({ streams }: Holder, reason: StreamEnd): void {
  for (const stream of [...streams]) stream.end(reason)
}

function hasExpired(caller: Caller, now: number): boolean {
  if (caller.type !== "root_key") return false
  const { expires } = caller.rootKey
  return expires !== null && now >= expires
}

export function signedInOf(caller: Caller) {
  return caller.type === "api_key" ? undefined : caller.signedIn
}

/** The same for callers with the same right. */
function keyOf(caller: Caller): string {
  const signedIn = signedInOf(caller)
  if (signedIn !== undefined) return `${signedIn.session.id} ${signedIn.acting}`
  return caller.type === "root_key" ? caller.rootKey.id : caller.type
}

/** Changes of these objects can end the right. */
function idsOf(caller: Caller): readonly string[] {
  const signedIn = signedInOf(caller)
  const session = signedIn === undefined ? [] : [signedIn.session.id, signedIn.user?.id, signedIn.acting]
  const rootKey = caller.type === "root_key" ? [caller.rootKey.id, caller.rootKey.workspaceId] : []
  return [...session, ...rootKey].filter((id) => id !== undefined)
}
