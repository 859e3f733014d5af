// Runs `npm test`. With arguments, as in `bun scripts/test.ts src/core/ids.test.ts`, it passes them to `bun test` and
// skips the static checks. --quick is `npm run test:quick`, and --long is `npm run test:long`.
import { randomInt } from "node:crypto"
import { copyFileSync, mkdirSync, rmSync } from "node:fs"
import { constants } from "node:os"
import { join } from "node:path"
import { describeFailures, readFailures } from "./test/failures.ts"
import { provideGo } from "./test/go-toolchain.ts"
import { allTests, chosenTests, longTests, type Pass, quickTests } from "./test/passes.ts"
import { startPostgres } from "./test/postgres.ts"
import { describeProcessorTimes, processorLogVariable } from "./test/processor-times.ts"
import { provideProgram } from "./test/program.ts"
import { providePythonClient } from "./test/python-client.ts"
import { startRedis } from "./test/redis.ts"
import { type Result, sumResults } from "./test/result.ts"
import { makeMemoryFolder, makeRunFolder } from "./test/run-folder.ts"
import { runtimeSettings } from "./test/runtime-settings.ts"
import type { Service } from "./test/service.ts"
import { runStaticChecks } from "./test/static-checks.ts"
import { describeTally, isSuccess, readTally } from "./test/tally.ts"
import { createDatabaseTemplate, createFolderTemplate } from "./test/templates.ts"
import { describeSlowest, mergeTimings, provideTimings, rememberTimings } from "./test/timings.ts"
import { provideTools, type ToolPaths } from "./test/tools.ts"

/** Far more than any test needs, because a busy machine can be fifty times slower than an idle one. */
const testTimeoutMs = 900_000
const args = process.argv.slice(2)
const folder = makeRunFolder()
const memoryFolder = makeMemoryFolder()
const services: Service[] = []
const tests: Bun.Subprocess[] = []
let cleaning: Promise<void> | undefined

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => void stop(signal))

const { tally, failures } = await run().catch((error: Error): Result => {
  console.error(error.message)
  return { tally: { passed: 0, failed: 1, skipped: 0 }, failures: [] }
})
await cleanUp()
// At the end, because the test may have failed thousands of lines above.
if (failures.length > 0) console.log(describeFailures(failures))
console.log(describeTally(tally))
process.exit(isSuccess(tally) ? 0 : 1)

async function run(): Promise<Result> {
  const tools = await provideTools()
  // An installation waits for the network, and the rest for the processor.
  const [languages, program, checks] = await Promise.all([
    provideLanguages(),
    provideServices(tools),
    args.length === 0 ? runStaticChecks() : [],
  ])
  console.log("Running tests …")
  const tested = await runTests({ ...program, ...languages, KEYWARD_TEST_CHROMIUM: tools.chromium })
  return sumResults([...checks, tested])
}

/** What the tests of the Python and the Go client run. */
async function provideLanguages() {
  const python = await providePythonClient()
  return { KEYWARD_TEST_PYTHON: python, KEYWARD_TEST_GO: await provideGo(python) }
}

/** The program that tests start, with its servers and an empty installation on either engine. */
async function provideServices(tools: ToolPaths) {
  console.log("Starting PostgreSQL and Redis …")
  const postgresUrl = await start(await startPostgres(folder, memoryFolder))
  const redisUrl = await start(await startRedis(tools.redis, folder))
  // Tests start the program hundreds of times, and the executable starts in less than half the time of the source.
  const program = join(folder, "keyward")
  await provideProgram(program)
  await createDatabaseTemplate(postgresUrl, program)
  const folderTemplate = join(folder, "folder-template")
  createFolderTemplate(folderTemplate, program)
  return {
    KEYWARD_TEST_POSTGRES_URL: postgresUrl,
    KEYWARD_TEST_REDIS_URL: redisUrl,
    KEYWARD_TEST_PROGRAM: program,
    KEYWARD_TEST_FOLDER_TEMPLATE: folderTemplate,
  }
}

/** Registers the service before it is ready, so that a signal stops it in any case. */
async function start(service: Service): Promise<string> {
  services.push(service)
  await service.ready
  return service.url
}

/** All passes run at the same time: one keeps the processors busy while the other waits for browsers and programs. */
async function runTests(addresses: Record<string, string>): Promise<Result> {
  const timings = provideTimings(folder)
  const processorLog = join(folder, "processor-times.jsonl")
  const environment = { ...testEnvironment(), ...addresses, [processorLogVariable]: processorLog }
  const passes = choosePasses()
  const ran = await Promise.all(
    passes.map((pass, index) => runPass({ pass, isShown: index === 0, timings, environment })),
  )
  for (const { output, passTimings } of ran) mergeTimings(output, passTimings, timings)
  rememberTimings(timings)
  const slowest = describeSlowest(ran.map(({ output }) => output).join(""), timings)
  for (const list of [slowest, describeProcessorTimes(processorLog)]) if (list !== "") console.log(list)
  return sumResults(
    ran.map(({ output, exitCode }) => ({
      tally: readTally(output, exitCode),
      failures: readFailures(output, exitCode),
    })),
  )
}

interface PassRun {
  readonly pass: Pass
  /** Whether its output is shown as it comes. That of the others is shown at their end, so that nothing is mixed. */
  readonly isShown: boolean
  readonly timings: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

function choosePasses(): readonly Pass[] {
  if (args.length === 0) return allTests
  if (args[0] === "--quick") return quickTests
  return args[0] === "--long" ? longTests : chosenTests(args)
}

async function runPass({ pass, isShown, timings, environment }: PassRun) {
  const passTimings = `${timings}.${crypto.randomUUID()}`
  copyFileSync(timings, passTimings)
  // A process that outlives its test would keep the output open; --no-orphans ends it.
  const flags = [...pass.flags, "--no-orphans", `--parallel=${pass.atOnce}`, `--timeout=${testTimeoutMs}`]
  const timing = [`--timings=${passTimings}`, "--update-timings"]
  const child = Bun.spawn([process.execPath, "test", ...flags, ...timing], {
    env: { ...environment, ...pass.environment },
    stdio: ["ignore", "inherit", "pipe"],
  })
  tests.push(child)
  const decoder = new TextDecoder()
  let output = ""
  for await (const chunk of child.stderr) {
    if (isShown) process.stderr.write(chunk)
    output += decoder.decode(chunk, { stream: true })
  }
  if (!isShown) process.stderr.write(output)
  return { output, passTimings, exitCode: await child.exited }
}

/** The settings of a developer's own Keyward must not reach the tests. */
function testEnvironment(): Record<string, string | undefined> {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !name.startsWith("KEYWARD_") || name.startsWith("KEYWARD_TEST_"),
  )
  const color = process.stderr.isTTY ? { FORCE_COLOR: "1" } : {}
  // The folder of the run is deleted with everything that tests leave behind.
  const temporary = join(folder, "tmp")
  mkdirSync(temporary)
  // With CI set, bun refuses `test.only` and new snapshots.
  const strictness = args.length === 0 ? { CI: "true" } : {}
  // `npm test` has the same random cases every time (test/harness/seed.ts).
  const seed = args[0] === "--long" ? { KEYWARD_TEST_SEED: String(randomInt(1_000_000)) } : {}
  const own = { ...runtimeSettings, KEYWARD_TEST_QUICK: "", TMPDIR: temporary }
  return { ...seed, ...Object.fromEntries(inherited), ...color, ...strictness, ...own }
}

async function stop(signal: "SIGINT" | "SIGTERM" | "SIGHUP"): Promise<void> {
  console.error(`Stopped by ${signal}.`)
  await cleanUp()
  process.exit(128 + constants.signals[signal])
}

function cleanUp(): Promise<void> {
  cleaning ??= stopAndRemoveAll()
  return cleaning
}

async function stopAndRemoveAll(): Promise<void> {
  for (const child of tests) child.kill()
  await Promise.all(tests.map((child) => child.exited))
  await Promise.all(services.map((service) => service.stop()))
  for (const each of [folder, memoryFolder]) if (each) rmSync(each, { recursive: true, force: true })
}
