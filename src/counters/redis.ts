import { type Check, type Counters, CountersUnavailable, clockToleranceMs, type Taking } from "./counters.ts"
import { readTakeAnswer } from "./redis/answers.ts"
import { connectRedis } from "./redis/connection.ts"
import { createDenialCache } from "./redis/denial-cache.ts"
import { answerMs, type Link } from "./redis/link.ts"
import { createRedisClock } from "./redis/redis-clock.ts"
import { refundScript, runScript, takeScript } from "./redis/script.ts"
import { evictionPolicyIn, refuseUnsuitable, UnusableRedis } from "./redis/server.ts"
import { millisecondsOf } from "./redis/time.ts"
import { nameOf } from "./window-check.ts"

export interface RedisOptions {
  readonly url: string
  /** Called when the server is lost, and when it is back. */
  report(message: string, cause: unknown): void
}

/** Redis does not begin a call later than this after it was sent, so that the answer comes before the call is given up. */
const beginMs = answerMs * 0.8

/**
 * Counters that any number of nodes share, on one primary of Redis or Valkey. A call is one script, which Redis runs
 * alone. Throws UnusableRedis if the server cannot be used at the start; afterwards it may come and go.
 */
export async function openRedisCounters({ url, report }: RedisOptions): Promise<Counters> {
  const clock = createRedisClock()
  const denials = createDenialCache()

  const check = async (link: Pick<Link, "send">) => {
    refuseUnsuitable(await link.send("HELLO", ["3"]))
    const sentAt = performance.now()
    const now = millisecondsOf(await link.send("TIME", []))
    clock.learn(now, sentAt, performance.now())
    // Only a call that writes shows that the server takes writes, has room and allows the scripts.
    await runScript(link, takeScript, takeArguments([probe], now, now + beginMs))
  }
  const connection = await connectRedis({ url, check, onLost: denials.clear, report }).catch((error) => {
    throw new UnusableRedis(url, error)
  })

  // Whoever may not ask for it is not warned.
  const memory = await connection.send("INFO", ["memory"]).catch(() => "")
  const policy = evictionPolicyIn(String(memory))
  if (policy !== undefined)
    report("Redis gives up counters when it is full; set maxmemory-policy to noeviction.", policy)

  const take = async (checks: readonly Check[], now: number, isLastTry = false): Promise<Taking> => {
    const sentAt = performance.now()
    const begin = clock.at(sentAt) + beginMs
    const answer = readTakeAnswer(checks, await runScript(connection, takeScript, takeArguments(checks, now, begin)))
    if (answer.type === "late") {
      clock.learn(answer.clock, sentAt, performance.now())
      // Soon after it was sent it can be late only by a clock that was set, and that is known now.
      if (performance.now() - sentAt < beginMs && !isLastTry) return take(checks, now, true)
      throw new CountersUnavailable(new Error("Redis came to it too late"))
    }
    if (answer.taking.taken) denials.forget(checks)
    else denials.remember(answer.counters, sentAt)
    return answer.taking
  }

  return {
    get isUp() {
      return connection.isUp
    },

    async take(checks, now) {
      if (checks.length === 0) return { taken: true, outcomes: [] }
      return denials.recall(checks, now) ?? take(checks, now)
    },

    async refund(checks, taking) {
      if (!taking.taken || checks.length === 0) return
      await runScript(connection, refundScript, refundArguments(checks, taking))
      denials.forget(checks)
    },

    async close() {
      connection.close()
    },
  }
}

const probe: Check = { counter: "probe", limit: 1_000_000_000, durationMs: 1000, cost: 1 }

/** All keys have one hash tag: in a cluster they are in one slot, since one call may need any of them together. */
function keyOf(check: Check): string {
  return `{keyward}/${nameOf(check)}`
}

function takeArguments(checks: readonly Check[], now: number, begin: number): string[] {
  const keys = checks.map(keyOf)
  const numbers = checks.flatMap(({ limit, durationMs, cost }) => [limit, durationMs, cost])
  return [String(keys.length), ...keys, ...[now, clockToleranceMs, begin, ...numbers].map(String)]
}

function refundArguments(checks: readonly Check[], { outcomes }: Taking): string[] {
  const keys = checks.map(keyOf)
  const numbers = checks.flatMap(({ durationMs, cost }, index) => {
    const resetAt = outcomes[index]?.resetAt ?? 0
    return [resetAt / durationMs - 1, cost]
  })
  return [String(keys.length), ...keys, ...numbers.map(String)]
}
