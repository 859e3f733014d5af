import { afterEach, beforeEach, expect, test } from "bun:test"
import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { startProcess } from "../test/services/child-process.ts"
import { type TemporaryFolder, temporaryFolder } from "../test/services/temporary-folder.ts"

// Replaces npm: records its arguments and puts bun's program in place, or fails.
const npm = `
  const fs = require("node:fs")
  fs.writeFileSync("npm-was-called.json", JSON.stringify(process.argv.slice(2)))
  if (process.env.NPM_FAILS) { console.error("registry is out of reach"); process.exit(7) }
  fs.mkdirSync("node_modules/bun/bin", { recursive: true })
  fs.writeFileSync("node_modules/bun/bin/bun.exe", "")
  fs.truncateSync("node_modules/bun/bin/bun.exe", 2_000_000)
`
const bun = { version: "1.4.4" }
const knip = { version: "6.0.0", dev: true }
const wanted = { "": {}, "node_modules/bun": bun, "node_modules/knip": knip }

let folder: TemporaryFolder

beforeEach(() => {
  folder = temporaryFolder()
  write("npm.cjs", npm)
  write("package-lock.json", JSON.stringify({ packages: wanted }))
})

afterEach(() => folder.remove())

test("calls npm for nothing when everything is there", async () => {
  install({ "node_modules/bun": bun, "node_modules/knip": knip })
  expect(await run([])).toEqual({ code: 0, stderr: "", npmFlags: undefined })
})

test("does not miss development tools to start", async () => {
  install({ "node_modules/bun": bun })
  expect((await run(["--production"])).npmFlags).toBeUndefined()
})

test("installs a fresh clone to start without development tools, leaving the lockfile alone", async () => {
  const { code, stderr, npmFlags } = await run(["--production"])
  expect(code).toBe(0)
  expect(stderr).toBe("Installing dependencies with npm …\n")
  expect(npmFlags).toContain("--omit=dev")
  expect(npmFlags).toContain("--no-save")
})

test("adds the development tools to test", async () => {
  install({ "node_modules/bun": bun })
  expect((await run([])).npmFlags).toContain("--include=dev")
})

test("keeps a developer's tools when starting needs an update", async () => {
  install({ "node_modules/bun": { version: "1.4.3" }, "node_modules/knip": knip })
  expect((await run(["--production"])).npmFlags).toContain("--include=dev")
})

test("notices a package whose folder was removed by hand", async () => {
  install({ "node_modules/bun": bun })
  write(
    "node_modules/.package-lock.json",
    JSON.stringify({ packages: { "node_modules/bun": bun, "node_modules/knip": knip } }),
  )
  expect((await run([])).npmFlags).toBeDefined()
})

test("notices that bun's install script has not run", async () => {
  install({ "node_modules/bun": bun })
  truncateSync(join(folder.path, "node_modules/bun/bin/bun.exe"), 400)
  expect((await run(["--production"])).npmFlags).toBeDefined()
})

test("misses the optional package for this machine, not those for others", async () => {
  const others = { optional: true, version: "1.0.0", os: ["beos"], cpu: ["vax"] }
  const own = { ...others, os: [process.platform], cpu: [process.arch] }
  install({ "node_modules/bun": bun })
  write("package-lock.json", JSON.stringify({ packages: { "node_modules/bun": bun, "node_modules/bun-beos": others } }))
  expect((await run([])).npmFlags).toBeUndefined()
  write("package-lock.json", JSON.stringify({ packages: { "node_modules/bun": bun, "node_modules/bun-own": own } }))
  expect((await run([])).npmFlags).toBeDefined()
})

test("shows what npm said and one sentence when npm fails", async () => {
  const { code, stderr } = await run([], { NPM_FAILS: "1" })
  expect(code).toBe(1)
  expect(stderr).toContain("registry is out of reach\n")
  expect(stderr).toEndWith("npm install ended with code 7; see its output above.\n")
})

function install(packages: Record<string, object>): void {
  for (const path of Object.keys(packages)) write(`${path}/package.json`, "{}")
  write("node_modules/.package-lock.json", JSON.stringify({ packages }))
  write("node_modules/bun/bin/bun.exe", "")
  truncateSync(join(folder.path, "node_modules/bun/bin/bun.exe"), 2_000_000)
}

async function run(args: string[], env: Record<string, string> = {}) {
  const child = startProcess({
    command: ["node", join(import.meta.dir, "install-missing.mjs"), ...args],
    env: { ...env, npm_execpath: join(folder.path, "npm.cjs") },
    cwd: folder.path,
  })
  const { code } = await child.exit
  const call = join(folder.path, "npm-was-called.json")
  const npmFlags: string[] | undefined = existsSync(call) ? JSON.parse(readFileSync(call, "utf8")) : undefined
  return { code, stderr: child.stderr(), npmFlags }
}

function write(path: string, text: string): void {
  const file = join(folder.path, path)
  mkdirSync(join(file, ".."), { recursive: true })
  writeFileSync(file, text)
}
