import { diagnose } from "./diagnose.ts"
import { openLink } from "./link.ts"
import { evictionPolicyIn, refuseUnsuitable, UnusableRedis } from "./server.ts"
import { millisecondsOf } from "./time.ts"

/** What a server reports about itself. */
export interface RedisServer {
  /** For example `valkey 8.1.0`. */
  readonly name: string
  /** Set if the server evicts counters when its memory is full. */
  readonly evictionPolicy: string | undefined
  /** Clock of the server minus the clock of this machine. */
  readonly clockAheadMs: number
}

/** Only reads. Throws UnusableRedis. */
export async function examineRedis(url: string, now: () => number): Promise<RedisServer> {
  const link = await openLink(url).catch(async (cause) => {
    throw new UnusableRedis(url, new Error(await diagnose(url), { cause }))
  })
  try {
    const hello = await link.send("HELLO", ["3"])
    refuseUnsuitable(hello)
    const askedAt = now()
    const clock = millisecondsOf(await link.send("TIME", []))
    const answeredAt = now()
    // An ACL may forbid reading them.
    const memory = await link.send("INFO", ["memory"]).catch(() => "")
    const server = String(await link.send("INFO", ["server"]).catch(() => ""))
    return {
      name: nameIn(server) ?? "a server that keeps its version to itself",
      evictionPolicy: evictionPolicyIn(String(memory)),
      clockAheadMs: clock - (askedAt + answeredAt) / 2,
    }
  } catch (error) {
    throw new UnusableRedis(url, error)
  } finally {
    link.end(new Error("examined"))
  }
}

/** Valkey also reports the Redis version that it is compatible with. */
function nameIn(serverInfo: string): string | undefined {
  const [, valkey] = /^valkey_version:(\S+)/m.exec(serverInfo) ?? []
  if (valkey !== undefined) return `Valkey ${valkey}`
  const [, redis] = /^redis_version:(\S+)/m.exec(serverInfo) ?? []
  return redis === undefined ? undefined : `Redis ${redis}`
}
