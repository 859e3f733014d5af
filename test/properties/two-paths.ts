import { createHash } from "node:crypto"
import { join } from "node:path"
import { noBalanceWatch } from "../../src/core/balance-watch.ts"
import { createIdMint } from "../../src/core/ids.ts"
import { mintKeyMaterial } from "../../src/core/key-material.ts"
import type { Check, TakeResult } from "../../src/counters/counters.ts"
import { createLocalCounters } from "../../src/counters/local.ts"
import { forwardAuthPaths } from "../../src/http/gateway/forward-auth.ts"
import { createHandlers } from "../../src/http/handlers/handle.ts"
import { createMetrics } from "../../src/http/observe/metrics.ts"
import { createCookies } from "../../src/http/request/cookies.ts"
import { createCursors } from "../../src/http/request/cursors.ts"
import { createLimiter, type LimiterDown } from "../../src/http/request/limiter.ts"
import { createAdmission, executingAtMost } from "../../src/http/server/load-shedding.ts"
import { createRoutes } from "../../src/http/server/routes.ts"
import { operations } from "../../src/operations/index.ts"
import { createTestDeliveries } from "../../src/operations/shared/webhooks/trial-deliveries.ts"
import { sha256 } from "../../src/secrets/hash.ts"
import { createPasskeys } from "../../src/secrets/passkeys.ts"
import { createPasswords } from "../../src/secrets/passwords.ts"
import { createVault } from "../../src/secrets/vault.ts"
import { cachedStore } from "../../src/storage/cache/cached-store.ts"
import type { Store } from "../../src/storage/port/store.ts"
import type { Usage } from "../../src/storage/port/usage.ts"
import { migrate } from "../../src/storage/sql/migrations/migrate.ts"
import { sqlStore } from "../../src/storage/sql/store.ts"
import { openSqlite } from "../../src/storage/sqlite/engine.ts"
import { createUsageRecorder } from "../../src/storage/usage/usage-recorder.ts"
import { createWebhookSender } from "../../src/webhooks/sender.ts"
import { dataFolder } from "../services/data-folder.ts"

export const operatorKey = "operator-key-of-two-paths"

export interface Settings {
  /** Whether requests may be answered from memory. */
  readonly isFast: boolean
  readonly clock: { now: number }
  readonly limiterDown: LimiterDown
  readonly maxCounters: number
}

/** A whole service whose ids depend on nothing but the calls before, so that two of them can be compared byte by byte. */
export interface Path {
  call(operation: string, body: unknown, key: string): Promise<Answer>
  /** Asks as a gateway does. */
  ask(question: Question): Promise<Answer>
  /** Every call of the counters and what it took. */
  readonly takings: readonly { checks: readonly Check[]; taking: TakeResult | undefined }[]
  /** How often the store was asked for a key. */
  lookUps(): number
  /** All uses that were recorded, summed up. */
  usage(): Promise<Readonly<Record<string, number>>>
  close(): Promise<void>
}

interface Answer {
  readonly status: number
  readonly headers: string
  readonly text: string
}

export interface Question {
  readonly options: string
  readonly key: string
  readonly rootKey: string
}

export async function openPath({ isFast, clock, limiterDown, maxCounters }: Settings): Promise<Path> {
  const folder = dataFolder()
  const engine = openSqlite(join(folder.path, "keyward.db"))
  await migrate(engine)
  const mint = countingMint(() => clock.now)
  const uncached = sqlStore(engine, () => mint.id("evt"))
  const cached = cachedStore(uncached, { maxEntries: 1_000, maxBytes: 10_000_000 })
  let lookUps = 0
  const stored: Usage[] = []
  const store: Store = {
    ...cached,
    verification: {
      ...cached.verification,
      find(workspaceId, hash, now) {
        lookUps += 1
        return cached.verification.find(workspaceId, hash, now)
      },
    },
    usage: {
      ...cached.usage,
      async add(usage) {
        stored.push(usage)
        await cached.usage.add(usage)
      },
    },
  }
  const takings: { checks: readonly Check[]; taking: TakeResult | undefined }[] = []
  const local = createLocalCounters({ maximum: maxCounters })
  const counters = {
    ...local,
    async take(checks: readonly Check[], now: number) {
      const taking = await local.take(checks, now)
      takings.push({ checks, taking })
      return taking
    },
    takeNow(checks: readonly Check[], now: number) {
      const taking = local.takeNow(checks, now)
      if (taking !== undefined) takings.push({ checks, taking })
      return taking
    },
  }
  const failures: unknown[] = []
  const usage = createUsageRecorder(store, { onFailure: (error) => failures.push(error) })
  const secret = Buffer.alloc(32, 1)
  const metrics = createMetrics("test")
  const handlers = createHandlers(
    {
      store,
      fromMemory: isFast ? { reads: cached.cached, counters } : undefined,
      limiter: createLimiter(counters, limiterDown),
      vault: createVault({ encryptionKeys: [], installationSecret: secret }),
      mint,
      cursors: createCursors(secret),
      usage,
      usageDays: 400,
      hasDashboard: true,
      verificationLog: {
        oldestUnstored: () => undefined,
        count: () => undefined,
        countMany: () => undefined,
        list: async () => ({ rows: [], next: undefined }),
        flush: async () => {},
        close: async () => {},
      },
      admission: createAdmission({ executingAtMost, random: () => 1, later() {} }),
      log: { note() {}, report() {}, close() {} },
      metrics,
      tracer: undefined,
      streams: { open: () => new ReadableStream(), hear() {}, close() {} },
      operatorKeyHash: sha256(operatorKey),
      nodes: { id: "node_test", list: async () => [], problems: () => [] },
      passwords: createPasswords({ maxWaiting: 0, onFull: () => new Error("full"), clock: () => 0 }),
      oidc: undefined,
      webhooks: createWebhookSender({ allow: [] }),
      testDeliveries: createTestDeliveries(),
      balanceWatch: noBalanceWatch,
      passkeys: createPasskeys({ origin: "https://keys.example", secret }),
      cookies: createCookies({ publicUrl: "https://keys.example", secret }),
      publicOrigin: "https://keys.example",
      portalOrigin: "https://keys.example",
      refusedSignIns: { note() {} },
      docsBase: "https://docs.example",
      trustedProxies: [],
      now: () => clock.now,
    },
    createRoutes(operations, [], forwardAuthPaths),
  )
  const send = async (path: string, request: RequestInit): Promise<Answer> => {
    const response = await handlers.any(new Request(`http://localhost${path}`, request), { requestIP: () => null })
    const headers = [...response.headers].filter(([name]) => name !== "server-timing")
    return { status: response.status, headers: JSON.stringify(headers.sort()), text: await response.text() }
  }
  return {
    takings,
    lookUps: () => lookUps,
    call: (operation, body, key) =>
      send(`/v2/${operation}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
        body: JSON.stringify(body),
      }),
    ask: ({ options, key, rootKey }) =>
      send(`/forward-auth${options}`, {
        headers: { Authorization: `Bearer ${key}`, "Keyward-Authorization": `Bearer ${rootKey}` },
      }),
    async usage() {
      await usage.flush()
      if (failures.length > 0) throw failures[0]
      return summed(stored)
    },
    async close() {
      await usage.close()
      metrics.close()
      await store.close()
      folder.remove()
    },
  }
}

function countingMint(now: () => number) {
  let calls = 0
  const random = (length: number) => {
    calls += 1
    const digest = createHash("sha512").update(String(calls)).digest()
    return new Uint8Array(
      Buffer.concat(Array.from({ length: Math.ceil(length / 64) }, () => digest)).subarray(0, length),
    )
  }
  return {
    id: createIdMint({ now, random }),
    key({ prefix, byteLength }: { readonly prefix: string | null; readonly byteLength: number }) {
      const material = mintKeyMaterial({ prefix: prefix ?? undefined, bytes: random(byteLength) })
      return { ...material, hash: sha256(material.plaintext) }
    },
    token() {
      const plaintext = Buffer.from(random(32)).toString("base64url")
      return { plaintext, hash: sha256(plaintext) }
    },
    webhookSecret: () => `whsec_${Buffer.from(random(32)).toString("base64")}`,
    userCode: () => ({ plaintext: "BCDFGHJK", hash: sha256("BCDFGHJK") }),
  }
}

function summed(stored: readonly Usage[]): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {}
  for (const { keys, rootKeys, verifications, months } of stored) {
    for (const [id, usedAt] of [...keys, ...rootKeys]) sums[`${id} used`] = Math.max(usedAt, sums[`${id} used`] ?? 0)
    for (const { keyId, hour, code, tags, count } of verifications) {
      const name = `${keyId} ${hour} ${code} ${tags}`
      sums[name] = (sums[name] ?? 0) + count
    }
    for (const { workspaceId, month, count } of months) {
      const name = `${workspaceId} ${month}`
      sums[name] = (sums[name] ?? 0) + count
    }
  }
  return sums
}
