// Runs before `npm start` and `npm test` with Node alone. Installs packages of package-lock.json that node_modules
// lacks.
import { spawn } from "node:child_process"
import { existsSync, readFileSync, statSync } from "node:fs"

const oldestNode = 20
const productionOnly = process.argv.includes("--production")

if (Number.parseInt(process.versions.node, 10) < oldestNode) {
  fail(
    `Keyward needs Node ${oldestNode} or newer, and this is Node ${process.versions.node}: https://nodejs.org/en/download`,
  )
}

// The script of the dynamic linker names the C library. process.report would take as long as everything else
// together.
const libc = existsSync("/usr/bin/ldd") && readFileSync("/usr/bin/ldd", "latin1").includes("musl") ? "musl" : "glibc"
const wanted = readPackages("package-lock.json")
const installed = existsSync("node_modules/.package-lock.json") ? readPackages("node_modules/.package-lock.json") : {}

if (!isComplete()) install()

function isComplete() {
  return Object.entries(wanted).every(([path, entry]) => isSatisfied(path, entry)) && isBunReady()
}

function isSatisfied(path, entry) {
  if (!path.includes("node_modules/") || entry.link) return true
  if (productionOnly && (entry.dev || entry.devOptional)) return true
  const present = installed[path]
  if (present) return present.version === entry.version && existsSync(`${path}/package.json`)
  return entry.optional === true && !isForThisMachine(entry)
}

// An optional package without `os` or `cpu` belongs to a package that has them, and is missing together with it.
function isForThisMachine(entry) {
  if (!entry.os && !entry.cpu) return false
  return accepts(entry.os, process.platform) && accepts(entry.cpu, process.arch) && accepts(entry.libc, libc)
}

function accepts(list, value) {
  return !list || list.includes(value)
}

// Until its install script has run, the bun package contains a note of a few hundred bytes instead of the program.
function isBunReady() {
  const program = "node_modules/bun/bin/bun.exe"
  return existsSync(program) && statSync(program).size > 1_000_000
}

function install() {
  // npm --omit=dev would also remove a developer's tools, so it is used only if there are none.
  const hasDeveloperTools = Object.values(installed).some((entry) => entry.dev)
  const omitDevelopment = productionOnly && !hasDeveloperTools
  process.stderr.write(
    `Installing ${omitDevelopment ? "dependencies" : "dependencies and development tools"} with npm …\n`,
  )
  // Without --no-save, another npm version would rewrite package-lock.json.
  const flags = [
    "--no-save",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    // npm would install the frameworks that the client has guards for, two thirds of all packages, as its peers.
    ...(omitDevelopment ? ["--omit=dev", "--legacy-peer-deps"] : ["--include=dev"]),
  ]
  const npm = spawnNpm(["install", ...flags])
  let output = ""
  for (const stream of [npm.stdout, npm.stderr]) stream.on("data", (chunk) => (output += chunk))
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => npm.kill(signal))
  npm.on("error", (error) => fail(`Keyward could not start npm to install its dependencies: ${error.message}`))
  npm.on("close", (code, signal) => {
    if (code === 0 && isBunReady()) return
    process.stderr.write(output)
    if (code === 0)
      fail(
        "npm did not run bun's install script: allow install scripts (npm config delete ignore-scripts) and try again.",
      )
    fail(
      `Keyward could not install its dependencies: npm install ended with ${signal ?? `code ${code}`}; see its output above.`,
    )
  })
}

function spawnNpm(args) {
  const stdio = ["ignore", "pipe", "pipe"]
  const npmProgram = process.env.npm_execpath
  if (npmProgram) return spawn(process.execPath, [npmProgram, ...args], { stdio })
  return spawn("npm", args, { stdio, shell: process.platform === "win32" })
}

function readPackages(path) {
  return JSON.parse(readFileSync(path, "utf8")).packages
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
