import { CountersUnavailable } from "../counters.ts"

/** The configured server cannot be used. The message is shown to the user. */
export class UnusableRedis extends Error {
  constructor(url: string, cause: unknown) {
    const { hostname, port } = new URL(url)
    const reason = reasonOf(cause).replace(/\.$/, "")
    super(`Redis at ${hostname}:${port || "6379"} cannot be used: ${reason}. Fix this, or correct KEYWARD_REDIS_URL.`, {
      cause,
    })
    this.name = "UnusableRedis"
  }
}

/** Fields of the reply to HELLO: https://redis.io/docs/latest/commands/hello/ */
export function refuseUnsuitable(hello: unknown): void {
  const { server, version, mode, role } = textsOf(hello)
  const major = Number.parseInt(version ?? "", 10)
  if (server === "redis" && major < 7) {
    throw new Error(`it is Redis ${version}, and Keyward needs Redis 7 or newer, or Valkey`)
  }
  if (mode === "sentinel") throw new Error("it is a Sentinel; name the primary that it watches")
  if (role !== "master") throw new Error("it is a read-only replica; name its primary")
}

/** Eviction policies delete counters when memory is full, so a limit would admit too much. */
export function evictionPolicyIn(memoryInfo: string): string | undefined {
  const [, policy] = /^maxmemory_policy:(\S+)/m.exec(memoryInfo) ?? []
  return /^maxmemory:[1-9]/m.test(memoryInfo) && policy !== "noeviction" ? policy : undefined
}

function textsOf(hello: unknown): Readonly<Record<string, string | undefined>> {
  if (typeof hello !== "object" || hello === null) return {}
  return Object.fromEntries(Object.entries(hello).filter(([, value]) => typeof value === "string"))
}

function reasonOf(cause: unknown): string {
  if (cause instanceof CountersUnavailable) return reasonOf(cause.cause)
  if (!(cause instanceof Error)) return String(cause)
  const isFromServer = "code" in cause && String(cause.code).startsWith("ERR_REDIS_")
  return isFromServer ? `it said: ${cause.message}` : cause.message
}
