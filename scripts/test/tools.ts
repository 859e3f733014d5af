import { existsSync, rmSync, writeFileSync } from "node:fs"
import { whyNoContainers } from "./container-rights.ts"
import { runCommand } from "./run-command.ts"

type Tool = {
  readonly name: string
  readonly programs: readonly string[]
  /** Arguments that succeed if the program has everything that is needed. */
  readonly probe?: readonly string[]
  readonly debianPackage: string
}

const tools = {
  redis: { name: "Redis", programs: ["redis-server", "valkey-server"], debianPackage: "redis-server" },
  chromium: {
    name: "Chromium",
    // Without windows it needs half the processor time.
    programs: [
      "chromium-headless-shell",
      "chromium",
      "chromium-browser",
      "google-chrome",
      "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    ],
    debianPackage: "chromium-headless-shell",
  },
  firefox: {
    name: "Firefox",
    programs: ["firefox-esr", "firefox", "/Applications/Firefox.app/Contents/MacOS/firefox"],
    debianPackage: "firefox-esr",
  },
  python: {
    name: "Python 3.10 or newer with venv",
    programs: ["python3"],
    // On Debian, ensurepip, which venv needs, is a separate package.
    probe: ["-c", "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))"],
    debianPackage: "python3-venv",
  },
  promtool: { name: "promtool of Prometheus", programs: ["promtool"], debianPackage: "prometheus" },
  curl: { name: "curl", programs: ["curl"], debianPackage: "curl" },
  nginx: { name: "nginx", programs: ["nginx"], debianPackage: "nginx-light" },
  caddy: { name: "Caddy", programs: ["caddy"], debianPackage: "caddy" },
  haproxy: { name: "HAProxy", programs: ["haproxy"], debianPackage: "haproxy" },
  buildah: { name: "buildah", programs: ["buildah"], debianPackage: "buildah" },
} as const satisfies Record<string, Tool>

/** Variables that tell tests where to find a program; other programs are found in PATH. */
export type ToolPaths = Record<"redis" | "chromium", string>

/** Finds the programs that tests need and npm does not install. Root on Debian installs the missing ones. */
export async function provideTools(): Promise<ToolPaths> {
  const isNeeded = (tool: Tool) => tool !== tools.buildah || whyNoContainers() === undefined
  const missing = Object.values(tools).filter((tool) => isNeeded(tool) && !findProgram(tool))
  if (missing.length > 0) await installTools(missing)
  requireProgram(tools.python)
  return { redis: requireProgram(tools.redis), chromium: requireProgram(tools.chromium) }
}

/** Debian installs servers such as nginx where not every PATH leads. */
export function whereIs(program: string): string | undefined {
  return Bun.which(program, { PATH: `${process.env.PATH ?? ""}:/usr/local/sbin:/usr/sbin` }) ?? undefined
}

function findProgram({ programs, probe }: Tool): string | undefined {
  const found = programs.map(whereIs).filter((path) => path !== undefined)
  return found.find((path) => probe === undefined || Bun.spawnSync([path, ...probe]).success)
}

function requireProgram(tool: Tool): string {
  const path = findProgram(tool)
  if (!path) throw new Error(`${tool.name} is not in PATH although its Debian package is installed.`)
  return path
}

async function installTools(missing: readonly Tool[]): Promise<void> {
  const packages = missing.map((tool) => tool.debianPackage).join(" ")
  const names = missing.map((tool) => tool.name).join(" and ")
  const advice = `The tests need ${names}: install with your package manager (Debian: apt-get install ${packages}) and run npm test again.`
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version") || !Bun.which("apt-get")) throw new Error(advice)
  console.log(`Installing ${names} with apt-get (takes a minute) …`)
  await withoutStartingServices(async () => {
    await runAptGet(["update"], advice)
    await runAptGet(["install", "--yes", "--no-install-recommends", ...packages.split(" ")], advice)
  })
}

async function runAptGet(args: readonly string[], advice: string): Promise<void> {
  const { succeeded, output } = await runCommand(["apt-get", "-qq", "-o", "DPkg::Lock::Timeout=120", ...args], {
    DEBIAN_FRONTEND: "noninteractive",
  })
  if (!succeeded) throw new Error(`${output}apt-get ${args[0]} failed. ${advice}`)
}

/** Debian starts a server when it is installed, unless this policy file forbids it with exit code 101. */
async function withoutStartingServices(action: () => Promise<void>): Promise<void> {
  const policy = "/usr/sbin/policy-rc.d"
  if (existsSync(policy)) return action()
  const remove = () => rmSync(policy, { force: true })
  process.once("exit", remove)
  writeFileSync(policy, "#!/bin/sh\nexit 101\n", { mode: 0o755 })
  await action().finally(remove)
}
