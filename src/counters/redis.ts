import type { SpanStart, Tracer } from "../tracing/tracer.ts"
import { type Check, type Counters, CountersUnavailable, clockToleranceMs, type TakeResult } from "./counters.ts"
import { createBatches } from "./redis/batches.ts"
import { connectRedis, noConnection } from "./redis/connection.ts"
import { createDenialCache } from "./redis/denial-cache.ts"
import { answerMs, type Link } from "./redis/link.ts"
import { parseCounter } from "./redis/parse-counter.ts"
import { createRedisClock } from "./redis/redis-clock.ts"
import { refundScript, runScript, takeScript } from "./redis/script.ts"
import { evictionPolicyIn, refuseUnsuitable, UnusableRedis } from "./redis/server.ts"
import { type Decision, parseTakeReply, type TakeCall } from "./redis/take-reply.ts"
import { millisecondsOf } from "./redis/time.ts"
import { nameOf, peekCounter } from "./window-check.ts"

export interface RedisOptions {
  readonly url: string
  /** Called when the connection is lost and when it is back. */
  report(message: string, cause: unknown): void
  /** Records what requests wait for. */
  readonly tracer?: Tracer | undefined
}

/** Redis starts no call later than this, so that the reply arrives before the caller gives up. */
const beginMs = answerMs * 0.8

/** So that the script keeps Redis from other nodes for a millisecond at most. */
const checksPerBatch = 128

/** Counters that nodes share on one Redis or Valkey primary. Throws UnusableRedis only at the start; later it reconnects. */
export async function openRedisCounters({ url, report, tracer }: RedisOptions): Promise<Counters> {
  const clock = createRedisClock()
  const denials = createDenialCache()

  const check = async (link: Pick<Link, "send">) => {
    refuseUnsuitable(await link.send("HELLO", ["3"]))
    const sentAt = performance.now()
    const now = millisecondsOf(await link.send("TIME", []))
    clock.learn(now, sentAt, performance.now())
    // Only a writing call proves that the server accepts writes, has memory and allows scripts.
    const calls = [{ checks: [probe], now }]
    const answer = parseTakeReply(calls, await runScript(link, takeScript, takeArguments(calls, now + beginMs)))
    if (typeof answer !== "number" && answer[0] instanceof CountersUnavailable) throw answer[0].cause
  }
  const connection = await connectRedis({ url, check, onLost: denials.clear, report }).catch((error) => {
    throw new UnusableRedis(url, error)
  })

  // An ACL may forbid reading the policy; then there is no warning.
  const memory = await connection.send("INFO", ["memory"]).catch(() => "")
  const policy = evictionPolicyIn(String(memory))
  if (policy !== undefined)
    report("Redis evicts counters when its memory is full. Set maxmemory-policy to noeviction.", policy)

  /** A call of the script costs this process and Redis more than its checks do, so calls share it. */
  const decide = createBatches<TakeCall, Decision | CountersUnavailable | "late">({
    heaviest: checksPerBatch,
    weigh: ({ checks }) => checks.length,
    async send(calls) {
      const sentAt = performance.now()
      const begin = clock.at(sentAt) + beginMs
      const answer = parseTakeReply(calls, await runScript(connection, takeScript, takeArguments(calls, begin)))
      if (typeof answer !== "number") return answer
      clock.learn(answer, sentAt, performance.now())
      return calls.map(() => "late")
    },
  })

  const take = async (checks: readonly Check[], now: number, isLastTry = false): Promise<TakeResult> => {
    if (!connection.isUp) throw noConnection()
    const sentAt = performance.now()
    const decision = await decide({ checks, now })
    if (decision === "late") {
      // Shortly after sending, only a changed clock can make it late, and that is now known.
      if (performance.now() - sentAt < beginMs && !isLastTry) return take(checks, now, true)
      throw new CountersUnavailable(new Error("Redis processed the call too late"))
    }
    if (decision instanceof CountersUnavailable) throw decision
    if (decision.result.taken) denials.forget(checks)
    else denials.remember(decision.counters, sentAt)
    return decision.result
  }

  const traced = <T>(about: SpanStart, work: () => T): T => (tracer === undefined ? work() : tracer.within(about, work))

  return {
    get isUp() {
      return connection.isUp
    },

    async take(checks, now) {
      if (checks.length === 0) return { taken: true, outcomes: [] }
      return denials.recall(checks, now) ?? traced(spans.take, () => take(checks, now))
    },

    async peek(checks, now) {
      const peek = async (check: Check) => {
        const stored = parseCounter(check, await connection.send("GET", [keyOf(check)]))
        return peekCounter(stored, check, now)
      }
      return traced(spans.peek, () => Promise.all(checks.map(peek)))
    },

    async refund(checks, result) {
      if (!result.taken || checks.length === 0) return
      await traced(spans.refund, () => runScript(connection, refundScript, refundArguments(checks, result)))
      denials.forget(checks)
    },

    async close() {
      connection.close()
    },
  }
}

/** Calls share a script, so a span is the wait for the answer to one of them. */
const spans = { take: spanOf("take"), peek: spanOf("peek"), refund: spanOf("refund") }

function spanOf(operation: string): SpanStart {
  const attributes = { "db.system.name": "redis", "db.operation.name": operation }
  return { name: `${operation} limits`, kind: "client", attributes }
}

const probe: Check = { counter: "probe", limit: 1_000_000_000, durationMs: 1000, cost: 1 }

/** One hash tag puts all keys into one cluster slot, because one call may need any of them. */
function keyOf(check: Check): string {
  return `{keyward}/${nameOf(check)}`
}

function takeArguments(calls: readonly TakeCall[], begin: number): string[] {
  const keys = calls.flatMap(({ checks }) => checks.map(keyOf))
  const ofCalls = calls.flatMap(({ checks, now }) => [now, checks.length, ...checks.flatMap(numbersOf)])
  return [String(keys.length), ...keys, ...[clockToleranceMs, begin, ...ofCalls].map(String)]
}

function numbersOf({ limit, durationMs, cost }: Check): readonly number[] {
  return [limit, durationMs, cost]
}

function refundArguments(checks: readonly Check[], { outcomes }: TakeResult): string[] {
  const keys = checks.map(keyOf)
  const numbers = checks.flatMap(({ durationMs, cost }, index) => {
    const resetAt = outcomes[index]?.resetAt ?? 0
    return [resetAt / durationMs - 1, cost]
  })
  return [String(keys.length), ...keys, ...numbers.map(String)]
}
