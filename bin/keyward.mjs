#!/usr/bin/env node
// What `npx keyward` starts: runs the program with the Bun that npm has installed with it. It has to do with Node alone.
import { spawn } from "node:child_process"
import { existsSync, readFileSync, statSync } from "node:fs"
import { createRequire } from "node:module"
import { devNull } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

// Bun would take code and settings from files in the current folder: bunfig.toml, .env, tsconfig.json and jsconfig.json.
const flags = ["--no-env-file", `--config=${devNull}`, `--tsconfig-override=${devNull}`, "--no-install"]
const program = fileURLToPath(new URL("../src/main.ts", import.meta.url))

run(findBun())

function findBun() {
  const manifest = resolveFrom("bun/package.json")
  if (manifest === undefined) fail("npm has not installed Bun with it")
  const linked = join(dirname(manifest), "bin", "bun.exe")
  // Until its install script has run, which npm may be told not to do, there is a note of a few hundred bytes.
  if (existsSync(linked) && statSync(linked).size > 1_000_000) return linked
  const found = Object.keys(JSON.parse(readFileSync(manifest, "utf8")).optionalDependencies)
    .map((name) => resolveFrom(`${name}/package.json`, manifest))
    .filter((path) => path !== undefined)
    .flatMap((path) => ["bun", "bun.exe"].map((name) => join(dirname(path), "bin", name)))
    .find((path) => existsSync(path))
  return found ?? fail(`npm has installed no Bun for ${process.platform} ${process.arch}`)
}

function resolveFrom(specifier, start = import.meta.url) {
  try {
    return createRequire(start).resolve(specifier)
  } catch {
    return undefined
  }
}

function run(bun) {
  const child = spawn(bun, [...flags, program, ...process.argv.slice(2)], { stdio: "inherit" })
  const passOn = (signal) => child.kill(signal)
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"]
  for (const signal of signals) process.on(signal, passOn)
  if (process.env.npm_command === "exec") whenShellIsGone(() => child.kill("SIGTERM"))
  child.on("error", (error) => fail(`Bun cannot be started (${error.message})`))
  child.on("exit", (code, signal) => {
    for (const one of signals) process.off(one, passOn)
    // Whoever waits for this process learns that a signal ended it.
    if (signal !== null) process.kill(process.pid, signal)
    else process.exitCode = code
  })
}

// npx runs this through a shell; a signal to npx ends that shell, which tells nobody.
function whenShellIsGone(act) {
  const { ppid } = process
  const timer = setInterval(() => {
    if (process.ppid === ppid) return
    clearInterval(timer)
    act()
  }, 500)
  timer.unref()
}

function fail(reason) {
  process.stderr.write(
    `Keyward cannot run: ${reason}. Install it again, with optional packages: npm install --include=optional keyward\n`,
  )
  process.exit(1)
}
