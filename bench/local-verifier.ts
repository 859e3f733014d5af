import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createKeyward, unwrap } from "@keyward/client"
import { median } from "./median.ts"
import { operatorKey, startKeyward } from "./processes.ts"
import type { Row } from "./report.ts"
import { printTable } from "./report.ts"

/** `bun bench/local-verifier.ts`: verifications in the process of the application, under Node and Bun. */

interface Times {
  readonly median: number
  readonly p99: number
  /** The share that was decided in the process. */
  readonly local: number
}

interface Measured {
  readonly plain: Times
  readonly query: Times
  readonly refused: Times
  readonly tagged: Times
  readonly askedAlone: Times
  readonly askedPerSecond: number
}

interface Size {
  readonly keyCount: number
  readonly calls: number
  readonly turns: number
}

export const wholeSize: Size = { keyCount: 10_000, calls: 200_000, turns: 5 }
export const quickSize: Size = { keyCount: 1_000, calls: 40_000, turns: 3 }

/** Node has no WebSocket before 22 without this flag. */
const runtimes = { Bun: [process.execPath], Node: ["node", "--experimental-websocket", "--no-warnings"] } as const

export async function measureLocalVerifier({ keyCount, calls, turns }: Size): Promise<readonly Row[]> {
  const build = Bun.spawnSync([process.execPath, join(import.meta.dir, "../scripts/build-client.ts")])
  if (!build.success) throw new Error(build.stderr.toString())
  const folder = mkdtempSync(join(tmpdir(), "keyward-bench-"))
  const served = await startKeyward(folder)
  try {
    const url = `http://localhost:${served.port}`
    const { rootKey, keys } = await seed(url, keyCount)
    const job = join(folder, "job.json")
    await Bun.write(job, JSON.stringify({ url, rootKey, keys, calls }))
    const measured: Record<string, Measured[]> = { Bun: [], Node: [] }
    for (let turn = 0; turn < turns; turn += 1) {
      for (const [name, command] of Object.entries(runtimes)) {
        measured[name]?.push(await measureIn(command, job))
      }
    }
    return Object.entries(measured).flatMap(([name, all]) => rowsOf(name, all))
  } finally {
    await served.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function seed(url: string, keyCount: number) {
  const operator = createKeyward({ url, key: operatorKey })
  const { rootKey } = await unwrap(operator.workspaces.createWorkspace({ name: "bench" }))
  const keyward = createKeyward({ url, key: rootKey })
  const { apiId } = await unwrap(keyward.apis.createApi({ name: "bench" }))
  const permissions = ["documents.read", "documents.write", "documents.list"]
  const keys: string[] = []
  while (keys.length < keyCount) {
    const wanted = Array.from({ length: Math.min(1_000, keyCount - keys.length) }, () => ({ permissions }))
    const created = await unwrap(keyward.keys.createKeys({ apiId, keys: wanted }))
    keys.push(...created.keys.map(({ key }) => key))
  }
  return { rootKey, keys }
}

async function measureIn(command: readonly string[], job: string): Promise<Measured> {
  const script = join(import.meta.dir, "local-verifier", "decisions.mjs")
  const child = Bun.spawn([...command, script, job], { stdout: "pipe", stderr: "inherit" })
  const text = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error(`${command.join(" ")} failed.`)
  return JSON.parse(text)
}

function rowsOf(runtime: string, all: readonly Measured[]): readonly Row[] {
  const times = (
    name: string,
    of: (one: Measured) => Times,
    bars?: { readonly median: number; readonly p99: number },
  ) => {
    const note = `${Math.round(median(all.map((one) => of(one).local)) * 100)} % in the process`
    const row = (part: "median" | "p99") => ({
      name: `${runtime}: ${name}, ${part}`,
      value: median(all.map((one) => of(one)[part])),
      unit: "µs",
      ...(bars && { bar: { atMost: bars[part] } }),
      note,
    })
    return [row("median"), row("p99")]
  }
  return [
    ...times("plain key", ({ plain }) => plain, { median: 3, p99: 10 }),
    ...times("with a permission query", ({ query }) => query),
    ...times("refused", ({ refused }) => refused),
    ...times("with tags and an address", ({ tagged }) => tagged),
    ...times("asked, one at a time", ({ askedAlone }) => askedAlone),
    {
      name: `${runtime}: asked, 64 in flight`,
      value: median(all.map(({ askedPerSecond }) => askedPerSecond)),
      unit: "per second",
    },
  ]
}

if (import.meta.main) printTable(await measureLocalVerifier(process.argv.includes("--quick") ? quickSize : wholeSize))
