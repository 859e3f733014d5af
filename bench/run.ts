import { mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { measureCluster } from "./cluster.ts"
import { measureCustomers, quickSize, wholeSize } from "./customers.ts"
import { measureDashboard } from "./dashboard.ts"
import { measureFairness } from "./fairness.ts"
import { measureGateway } from "./gateway.ts"
import { measureImport } from "./import.ts"
import { measureInProcess } from "./in-process.ts"
import { measureLimits } from "./limits.ts"
import * as localVerifier from "./local-verifier.ts"
import { measureNeighbours } from "./neighbours.ts"
import { measurePortal } from "./portal.ts"
import type { Row } from "./report.ts"
import { printTable, report } from "./report.ts"
import { seed } from "./seed.ts"
import { measureSignIns } from "./sign-ins.ts"
import { measureStorage } from "./storage.ts"
import { measureStreams } from "./streams.ts"
import { measureTails } from "./tails.ts"
import { measureThroughput } from "./throughput.ts"
import * as traces from "./traces.ts"
import { measureUsage } from "./usage.ts"
import * as verifiers from "./verifiers.ts"
import * as webhooks from "./webhooks.ts"
import { measureWrites } from "./writes.ts"

/** `npm run bench`: every claim about speed, as a ratio to a baseline in the same run. Takes up to half an hour. */

const { quick: isQuick } = parseArgs({ options: { quick: { type: "boolean", default: false } } }).values
const keyCount = isQuick ? 100_000 : 1_000_000
const folder = mkdtempSync(join(tmpdir(), "keyward-bench-"))
const say = (text: string) => process.stderr.write(`${text}\n`)
try {
  say(`Storing ${keyCount.toLocaleString("en")} keys …`)
  const seeded = await seed(folder, keyCount)
  const bytesPerKey = statSync(join(folder, "keyward.db")).size / keyCount
  const rows: Row[] = []
  const stage = async (name: string, measure: () => Promise<readonly Row[]>) => {
    say(`Measuring ${name} …`)
    rows.push(...(await measure()))
  }
  await stage("throughput", () => measureThroughput({ folder, seeded, keyCount, seconds: isQuick ? 2 : 5 }))
  await stage("/forward-auth", () =>
    measureGateway({ folder, seeded, ...(isQuick ? { seconds: 1, rounds: 3 } : { seconds: 2, rounds: 7 }) }),
  )
  await stage("tails of verifications", () => measureTails({ folder, seeded, seconds: isQuick ? 2 : 5 }))
  await stage("overload and idle connections", () => measureLimits({ folder, seeded, seconds: isQuick ? 2 : 4 }))
  await stage("storage", () => measureStorage({ folder, seeded, keyCount, bytesPerKey }))
  await stage("a verification without HTTP", async () => {
    const { verifyMicros, bareMicros } = await measureInProcess()
    return [
      { name: "verify without HTTP", value: verifyMicros, unit: "µs" },
      { name: "bare handler without HTTP", value: bareMicros, unit: "µs" },
    ]
  })
  await stage("verifications in the process of the application", () =>
    localVerifier.measureLocalVerifier(isQuick ? localVerifier.quickSize : localVerifier.wholeSize),
  )
  await stage("how long a tenant can make another wait", () =>
    measureNeighbours(isQuick ? { crowdSize: 6_000, rounds: 3 } : { crowdSize: 20_000, rounds: 5 }),
  )
  await stage("verifiers in applications", () =>
    verifiers.measureVerifiers(isQuick ? verifiers.quickSize : verifiers.wholeSize),
  )
  await stage("charts of usage beside verifications", () => measureUsage(isQuick ? 10_000 : 100_000))
  await stage("pages of the dashboard", () => measureDashboard(isQuick ? 10_000 : 100_000))
  await stage("the page of a customer", measurePortal)
  await stage("sign-ins beside verifications", () =>
    measureSignIns(isQuick ? { seconds: 2, rounds: 3 } : { seconds: 4, rounds: 5 }),
  )
  await stage("webhooks", () => webhooks.measureWebhooks(isQuick ? webhooks.quickSize : webhooks.wholeSize))
  await stage("verifications while requests are traced", () =>
    traces.measureTraces(isQuick ? traces.quickSize : traces.wholeSize),
  )
  await stage("streams of events", measureStreams)
  await stage("bulk work of one tenant beside another", measureFairness)
  await stage("changes against a bare writer", () =>
    measureWrites({ seconds: isQuick ? 2 : 4, words: ["keys.createKey"], before: undefined }),
  )
  await stage("keyward import against a bare writer", () => measureImport(isQuick ? 20_000 : 50_000))
  await stage("quotas and plans of customers", () => measureCustomers(isQuick ? quickSize : wholeSize))
  await stage("several nodes on PostgreSQL and Redis", measureCluster)
  printTable(rows)
  const file = join(import.meta.dir, "results.json")
  await Bun.write(file, report(rows))
  say(`Written to ${file}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
