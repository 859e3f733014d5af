import { afterAll, describe, expect, test } from "bun:test"
import { createHash } from "node:crypto"
import { hourMs } from "../../src/core/durations.ts"
import { createApi, createKey } from "../harness/fixtures.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { until } from "../harness/until.ts"
import type { Flood } from "./flood-frames.ts"
import { attach, hashOf, type RawVerifier } from "./raw-verifier.ts"

/**
 * Rows of local decisions, and floods. KEYWARD_TEST_USED_KEYS=10000 sends so many rows at a time, and
 * KEYWARD_TEST_USED_ROUNDS=120 every half second for a minute.
 */
const keyCount = Number(process.env.KEYWARD_TEST_USED_KEYS ?? 5_000)
const rounds = Number(process.env.KEYWARD_TEST_USED_ROUNDS ?? 6)
const roundMs = 500

const keysPerImport = 5_000
const asksPerMessage = 100
const rowsPerMessage = 1_000

function inParts<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, part) =>
    items.slice(part * size, (part + 1) * size),
  )
}

describe("a verifier that sends much", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  let attacker: ReturnType<typeof startFlood> | undefined
  afterAll(async () => {
    attacker?.kill()
    await attacker?.exited
  })

  /** A verifier that holds a record of so many keys, and their tickets. */
  const holdMany = async (): Promise<{ readonly raw: RawVerifier; readonly tickets: readonly string[] }> => {
    const apiId = await createApi(keyward)
    const texts = Array.from({ length: keyCount }, (_, index) => `${apiId} ${index}`)
    for (const some of inParts(texts, keysPerImport)) {
      const keys = some.map((text) => ({ hash: createHash("sha256").update(text).digest("hex") }))
      await keyward.ok("keys.migrateKeys", { apiId, keys })
    }
    const raw = await attach(keyward.url, keyward.rootKey)
    raw.acknowledge()
    const tickets: string[] = []
    for (const asks of inParts(
      texts.map((text, i) => ({ i, hash: hashOf(text) })),
      asksPerMessage,
    )) {
      const before = raw.frames.length
      raw.send({ t: "verify", asks })
      const answers = await until(() => {
        const all = raw.frames.slice(before).flatMap((frame) => frame.answers ?? [])
        return all.length === asks.length && all
      })
      await raw.renew()
      tickets.push(...answers.map(({ record }) => record.ticket))
    }
    return { raw, tickets }
  }

  test("may send rows of many keys in bursts every half second, and all of them count", async () => {
    const { raw, tickets } = await holdMany()
    const rows = tickets.map((ticket) => ({ ticket, code: "VALID", tags: ["path=/a", "region=eu"], count: 1, last: 0 }))
    const burst = inParts(rows, rowsPerMessage / 4).map((part) => JSON.stringify({ t: "used", rows: part }))
    // A burst is more than a connection may leave unread for long.
    expect(burst.join("").length).toBeGreaterThan(1_048_576)
    for (let round = 0; round < rounds; round += 1) {
      for (const frame of burst) raw.sendText(frame)
      await raw.renew()
      await Bun.sleep(roundMs)
    }
    expect(raw.end).toBeUndefined()
    raw.close()
    const from = Date.now() - hourMs
    const counted = () => keyward.ok("usage.getVerifications", { from, interval: "total", tag: "region=eu" })
    let total = 0
    const areStored = async () => {
      total = (await counted()).total
      return total >= rounds * keyCount
    }
    await until(areStored, () => `${total} of ${rounds * keyCount} were counted.`, 120_000)
    expect(total).toBe(rounds * keyCount)
  })

  test.each([
    ["rows", [4413]],
    // Leases that the flood does not read end a connection, too.
    ["renewals", [4413, 1006]],
    ["asks", [4413, 1006]],
  ] as const)("a flood of %s ends its connections, and leaves others their time", async (kind, codes) => {
    const limited = await keyward.createWorkspace()
    const { workspaceId } = limited
    await keyward.ok("workspaces.updateWorkspace", { workspaceId, limits: { requestsPerMinute: 60 } }, keyward.operator)
    const attacked = await createKey(keyward, {}, limited.rootKey)
    const victim = await createKey(keyward)
    const first = await attach(keyward.url, limited.rootKey)
    const { record } = await first.ask(attacked.key)
    first.close()
    const medianOf = async (isOver: () => boolean) => {
      const took: number[] = []
      const verify = async () => {
        const startedAt = performance.now()
        expect((await keyward.ok("keys.verifyKey", { key: victim.key })).code).toBe("VALID")
        took.push(performance.now() - startedAt)
        return took.length > 50 && isOver()
      }
      await until(verify, () => `There were ${took.length} verifications.`, 60_000)
      return took.toSorted((one, other) => one - other)[Math.floor(took.length / 2)] ?? 0
    }
    const idleMedianMs = await medianOf(() => true)
    attacker = startFlood({
      url: keyward.url,
      rootKey: limited.rootKey,
      connections: 4,
      frames: kind === "rows" ? { rowsWith: record.ticket } : kind,
    })
    const lines = readLines(attacker.stdout)
    await until(() => lines.includes("attacking"))
    const medianMs = await medianOf(() => lines.length > 4)
    const ends = lines.filter((line) => line !== "attacking").map((line) => JSON.parse(line))
    for (const { code } of ends.slice(0, 4)) expect(codes).toContain(code)
    // 5 ms on an idle machine. When rows were counted as they came, there was no verification in most seconds.
    expect(medianMs).toBeLessThan(Math.max(100, 10 * idleMedianMs))
    attacker.kill()
    await attacker.exited
  })

  test("gets its leases in order", async () => {
    const raw = await attach(keyward.url, keyward.rootKey)
    const count = 1_000
    for (let n = 1; n <= count; n += 1) raw.send({ t: "renew", n })
    const leases = await until(() => {
      const all = raw.frames.filter(({ t }) => t === "lease")
      return all.at(-1)?.n === count && all
    })
    expect(leases.map(({ n }) => n)).toEqual(Array.from({ length: count }, (_, index) => index + 1))
    expect(raw.end).toBeUndefined()
    raw.close()
  })
})

function startFlood(options: Flood) {
  return Bun.spawn([process.execPath, `${import.meta.dir}/flood-frames.ts`, JSON.stringify(options)], {
    stdio: ["ignore", "pipe", "inherit"],
  })
}

function readLines(stream: ReadableStream<Uint8Array>): string[] {
  const lines: string[] = []
  void (async () => {
    for await (const chunk of stream) lines.push(...new TextDecoder().decode(chunk).trim().split("\n"))
  })()
  return lines
}
