import { afterAll, expect, test } from "bun:test"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { startProcess } from "../../test/services/child-process.ts"
import { temporaryFolder } from "../../test/services/temporary-folder.ts"
import { sharedModules } from "./passes.ts"
import { describeProcessorTimes, type ProcessorReading, processorLogVariable } from "./processor-times.ts"

const folder = temporaryFolder()
afterAll(() => folder.remove())

function written(readings: readonly ProcessorReading[]): string {
  const path = join(folder.path, crypto.randomUUID())
  writeFileSync(path, readings.map((reading) => `${JSON.stringify(reading)}\n`).join(""))
  return path
}

test("names the files that used most, from what each process had used at the end of each of its files", () => {
  const log = written([
    { pid: 1, file: "src/a.test.ts", totalMs: 1_240 },
    { pid: 2, file: "test/c.test.ts", totalMs: 62_000 },
    { pid: 1, file: "src/b.test.ts", totalMs: 1_300 },
    { pid: 2, file: "test/d.test.ts", totalMs: 62_500 },
  ])
  expect(describeProcessorTimes(log, 3)).toBe(
    [
      "Most processor time, without PostgreSQL and Redis:",
      "   62.0 s  test/c.test.ts",
      "    1.2 s  src/a.test.ts",
      "    0.5 s  test/d.test.ts",
      "   63.8 s  all files",
    ].join("\n"),
  )
})

test("says nothing about one file, or if nothing was measured", () => {
  expect(describeProcessorTimes(written([{ pid: 1, file: "src/a.test.ts", totalMs: 1_240 }]))).toBe("")
  expect(describeProcessorTimes(join(folder.path, "missing"))).toBe("")
})

test("counts what a file and the programs that it leaves running use, but not what it waits for", async () => {
  if (!existsSync("/proc/self/stat")) return
  const busy = "const end = process.cpuUsage().user + 600_000; while (process.cpuUsage().user < end) {}"
  const services = join(import.meta.dir, "../../test/services")
  const bodies = {
    busy,
    waiting: "await Bun.sleep(600)",
    starting: `await startProcess({ command: [process.execPath, "-e", ${JSON.stringify(`${busy}; console.log("done"); setInterval(() => {}, 1e6)`)}] }).waitForOutput(/done/)`,
  }
  for (const [name, body] of Object.entries(bodies)) {
    const imports = `import { test } from "bun:test"; import { startProcess } from "${services}/child-process.ts"`
    writeFileSync(join(folder.path, `${name}.test.ts`), `${imports}\ntest("runs", async () => { ${body} })`)
  }
  const log = join(folder.path, "log")
  const env = { [processorLogVariable]: log }
  const run = startProcess({
    command: [process.execPath, "test", ...sharedModules, "--parallel=2", "--timeout=300000"],
    cwd: folder.path,
    env,
  })
  expect(await run.exit).toMatchObject({ code: 0 })
  const seconds = (file: string) => Number(describeProcessorTimes(log).match(new RegExp(`(\\S+) s {2}${file}`))?.[1])
  expect(readFileSync(log, "utf8").trimEnd().split("\n")).toHaveLength(3)
  expect(seconds("busy.test.ts")).toBeGreaterThanOrEqual(0.6)
  expect(seconds("starting.test.ts")).toBeGreaterThanOrEqual(0.6)
  expect(seconds("waiting.test.ts")).toBeLessThan(0.6)
})
