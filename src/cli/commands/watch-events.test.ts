import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { findFreePort } from "../../../scripts/test/service.ts"
import { programWords, runHere, startCli, startCliInTerminal } from "../../../test/cli/cli.ts"
import { until } from "../../../test/harness/until.ts"
import { type ChildProcess, startProcess } from "../../../test/services/child-process.ts"
import { temporaryFolder } from "../../../test/services/temporary-folder.ts"

const data = temporaryFolder()
const operatorKey = "operator-of-the-watched-service"
let port: number
let service: ChildProcess
let env: Record<string, string>

beforeAll(async () => {
  port = await findFreePort()
  env = { KEYWARD_URL: `http://localhost:${port}`, KEYWARD_KEY: operatorKey }
  await start()
})
afterAll(() => data.remove())

async function start() {
  const settings = { KEYWARD_OPERATOR_KEY: operatorKey, KEYWARD_DATA_DIR: data.path }
  service = startCli(["serve", "--port", String(port)], settings)
  await service.waitForOutput(/Keyward listens on/)
}

async function create(name: string): Promise<string> {
  const { stdout } = await runHere(["workspaces", "create-workspace", "--name", name, "--json"], { env })
  return JSON.parse(stdout).data.workspaceId
}

const watch = ["events", "--watch", "--type", "workspace.created"]

test("shows what was, then what happens, each once and in order, over a restart of the service", async () => {
  const created = [await create("before")]
  const watching = startCli([...watch, "--json"], env)
  await watching.waitForOutput(/workspace\.created/)
  await until(async () =>
    (await (await fetch(`${env.KEYWARD_URL}/metrics`)).text()).includes("\nkeyward_event_streams 1\n"),
  )
  for (let round = 0; round < 3; round++) created.push(await create(`${round}`))
  service.kill("SIGTERM")
  await service.exit
  await watching.waitForOutput(/cannot be reached: .*Trying again\.\n/)
  await start()
  // More than a page.
  for (let round = 0; round < 110; round++) created.push(await create(`${round}`))
  await watching.waitForOutput(/The service responds again\.\n/)
  await watching.waitForOutput(new RegExp(created.at(-1) ?? ""))
  watching.kill("SIGINT")
  expect(await watching.exit).toEqual({ code: 0, signal: null })
  const events = watching
    .stdout()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
  expect(events.map(({ workspaceId }) => workspaceId)).toEqual(created)
})

describe("at its end", () => {
  test("Ctrl-C at a terminal leaves with 0", async () => {
    const terminal = startCliInTerminal([...watch, "--limit", "1"], env)
    await terminal.waitFor(/Waiting for new events\. Press Ctrl-C to stop\./)
    await create("seen")
    await terminal.waitFor(/ {2}seen {2}by operator/)
    expect(terminal.screen()).toContain("\u001b[1mworkspace.created")
    terminal.type("\u0003")
    expect(await terminal.exit).toBe(0)
  })

  test("its reader may close the pipe", async () => {
    const reading = startProcess({
      command: ["sh", "-c", `{ ${programWords} ${watch.join(" ")} --limit 1; echo "code $?" >&2; } | head -n 1`],
      env,
    })
    await reading.waitForOutput(/workspace\.created/)
    for (const name of ["written", "to", "nobody"]) await create(name)
    await reading.waitForOutput(/code 0/)
    await reading.exit
  })
})

test.each([
  [["--until", "2030-01-01"], 2, "Leave out --until"],
  [["--cursor", "abc"], 2, "Leave out --cursor"],
  [["--all"], 2, "cannot be combined"],
  [["--limit", "0"], 2, "--limit must be at least 1"],
  [["--url", "http://localhost:1"], 1, "cannot be reached"],
])("%p is wrong from the start, and not waited for", async (args, code, message) => {
  const run = await runHere([...watch, ...args], { env })
  expect({ code: run.code, stdout: run.stdout }).toEqual({ code, stdout: "" })
  expect(run.stderr).toContain(message)
})
