import { expect, test } from "bun:test"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { sharedModules } from "../../scripts/test/passes.ts"
import { startProcess } from "./child-process.ts"
import { temporaryFolder } from "./temporary-folder.ts"

const bun = process.execPath

test("collects what the process writes and how it ends", async () => {
  const script = "console.log(process.env.GREETING, process.cwd()); console.error('oops'); process.exit(3)"
  const child = startProcess({ command: [bun, "-e", script], env: { GREETING: "hello" }, cwd: "/" })
  expect(await child.exit).toEqual({ code: 3, signal: null })
  expect(child.stdout()).toBe("hello /\n")
  expect(child.stderr()).toBe("oops\n")
})

test("waits for output and gives the match", async () => {
  const child = startProcess({
    command: [bun, "-e", "setTimeout(() => console.log('port 4242'), 50); setInterval(() => {}, 1e6)"],
  })
  const match = await child.waitForOutput(/port (\d+)/)
  expect(match[1]).toBe("4242")
  child.kill("SIGTERM")
  expect(await child.exit).toEqual({ code: null, signal: "SIGTERM" })
})

test("shows the output when the process ends before it wrote what was awaited", async () => {
  const child = startProcess({ command: [bun, "-e", "console.log('something else')"] })
  await expect(child.waitForOutput(/ready/)).rejects.toThrow("something else")
})

test("gives up waiting when time is up", async () => {
  const child = startProcess({ command: ["sleep", "60"] })
  await expect(child.waitForOutput(/ready/, 30)).rejects.toThrow("30 ms passed")
})

test("kills at the end of a file what it left running", async () => {
  const folder = temporaryFolder()
  // Three files for two processes, so that two of them share their modules.
  for (const name of ["one", "two", "three"]) {
    writeFileSync(
      join(folder.path, `${name}.test.ts`),
      `import { test } from "bun:test"
       import { startProcess } from "${join(import.meta.dir, "child-process.ts")}"
       test("leaves", () => console.log("pid", startProcess({ command: ["sleep", "60"] }).pid))`,
    )
  }
  const run = startProcess({ command: [bun, "test", ...sharedModules, "--parallel=2"], cwd: folder.path })
  expect((await run.exit).code).toBe(0)
  const pids = [...`${run.stdout()}${run.stderr()}`.matchAll(/pid (\d+)/g)].map((match) => Number(match[1]))
  expect(pids).toHaveLength(3)
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow("ESRCH")
  folder.remove()
})
