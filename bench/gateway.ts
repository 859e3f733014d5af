import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import type { Work } from "./job.ts"
import { median } from "./median.ts"
import { load, startKeyward } from "./processes.ts"
import { processorMicros } from "./processor-time.ts"
import { printTable, type Row } from "./report.ts"
import { ranges, type Seeded, seed } from "./seed.ts"
import { verification } from "./verification.ts"

interface Setting {
  readonly folder: string
  readonly seeded: Seeded
  readonly seconds: number
  readonly rounds: number
}

/**
 * /forward-auth against keys.verifyKey with the same keys and the same query, in turns. `bun bench/gateway.ts` measures
 * only this.
 */
export async function measureGateway({ folder, seeded, seconds, rounds }: Setting): Promise<readonly Row[]> {
  const server = await startKeyward(folder)
  const run = async (work: Work, warmupMs = 200): Promise<Speed> => {
    const durationMs = seconds * 1000
    const before = processorMicros(server.pid)
    const { perSecond } = await load({ ...work, port: server.port, connections: 64, warmupMs, durationMs })
    return {
      perSecond,
      micros: (processorMicros(server.pid) - before) / ((perSecond * (warmupMs + durationMs)) / 1000),
    }
  }
  try {
    const rows: Row[] = []
    for (const { name, call, question } of casesOf(seeded)) {
      await run(call, 2_000)
      await run(question, 2_000)
      const pairs: Pair[] = []
      for (let round = 0; round < rounds; round += 1)
        pairs.push({ call: await run(call), question: await run(question) })
      rows.push({
        name,
        value: median(pairs.map(({ call, question }) => question.perSecond / call.perSecond)),
        unit: "of verifyKey",
        bar: { atLeast: 0.9 },
        note: noteOf(pairs),
      })
    }
    return rows
  } finally {
    await server.stop()
  }
}

interface Speed {
  readonly perSecond: number
  /** Processor time of the server per request. */
  readonly micros: number
}

interface Pair {
  readonly call: Speed
  readonly question: Speed
}

function noteOf(pairs: readonly Pair[]): string {
  const middle = (numberOf: (pair: Pair) => number) => median(pairs.map(numberOf))
  const [calls, questions] = [middle(({ call }) => call.perSecond), middle(({ question }) => question.perSecond)]
  const [before, after] = [middle(({ call }) => call.micros), middle(({ question }) => question.micros)]
  const ratio = middle(({ call, question }) => call.micros / question.micros)
  return `${Math.round(questions)} of ${Math.round(calls)} per second; µs of processor time: ${after.toFixed(1)} and ${before.toFixed(1)}, ratio ${ratio.toFixed(2)}`
}

function casesOf(seeded: Seeded) {
  const query = "documents.read AND (documents.write OR documents.admin)"
  const plain = verification(seeded, { first: 0, count: 10_000 })
  const permitted = verification(seeded, ranges.permitted)
  return [
    { name: "/forward-auth, plain key", call: plain, question: questionOf(plain) },
    {
      name: "/forward-auth with permission query and identity",
      call: { ...permitted, body: JSON.stringify({ key: "{n}", permissions: query }) },
      question: questionOf(permitted, `?permissions=${encodeURIComponent(query)}`),
    },
  ]
}

function questionOf(work: Work, options = ""): Work {
  return { ...work, path: `/forward-auth${options}`, isOfGateway: true, expect: "Keyward-Code: VALID" }
}

if (import.meta.main) {
  const { quick } = parseArgs({ options: { quick: { type: "boolean", default: false } } }).values
  const folder = mkdtempSync(join(tmpdir(), "keyward-bench-"))
  try {
    const seeded = await seed(folder, 20_000)
    printTable(
      await measureGateway({ folder, seeded, ...(quick ? { seconds: 1, rounds: 5 } : { seconds: 2, rounds: 9 }) }),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
