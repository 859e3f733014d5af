import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { version } from "../../package.json"
import type { ServedCli } from "../cli/cli.ts"
import { expectWholeDashboard } from "../dashboard/whole.ts"
import { expectWholeDocs } from "../docs/whole.ts"
import { expectExamples } from "../examples/served.ts"
import { firstKeysOf } from "../harness/first-keys.ts"
import { ask } from "../requests/ask.ts"
import { layTraps } from "../security/hostile-folder.ts"
import { childrenOf } from "../services/process-tree.ts"
import { type InstalledPackage, installPackage } from "./installed-package.ts"

let project: InstalledPackage
beforeAll(async () => {
  project = await installPackage()
})
afterAll(() => project.remove())

const launcher = () => join(project.path, "node_modules", ".bin", "keyward")

/** What the first start hands over is enough to create a key and to verify it. */
async function verifyNewKey(served: ServedCli): Promise<string> {
  const { rootKey } = firstKeysOf(served)
  const { apiId } = await ask(served, "apis.createApi", { name: "Payments" }, rootKey)
  const { key } = await ask(served, "keys.createKey", { apiId }, rootKey)
  return (await ask(served, "keys.verifyKey", { key }, rootKey)).code
}

describe("the package", () => {
  test("holds the program, what to read, and nothing else", () => {
    const programs =
      /^src\/[\w/.-]+\.(ts|lua|css|js|gen\.json)$|^dashboard\/dist\/[\w.-]+\.(br|gz)$|^docs\/dist\/docs[\w.-]*$/
    const others = project.files.filter((path) => !programs.test(path))
    expect([...others].sort()).toEqual(["LICENSE", "README.md", "bin/keyward.mjs", "package.json"])
    expect(project.files).toContain("src/counters/redis/take.lua")
    expect(project.files).toContain("dashboard/dist/index.html.br")
    expect(project.files.filter((path) => /test|conformance|bench|fixture/.test(path))).toEqual([])
  })

  test("names its licence, its source, its keywords and its files", async () => {
    const { license, keywords, files, description, author, homepage, repository, bugs } =
      await Bun.file("package.json").json()
    expect({ license, author }).toEqual({ license: "Apache-2.0", author: "The Keyward authors" })
    for (const one of [description, homepage, repository.url, bugs]) expect(one).toBeString()
    expect(keywords).toContain("api-keys")
    expect(files).toContain("src")
  })

  test("has no file that reaches for a test, or for what is not in it", () => {
    const stray = project.files
      .filter((path) => path.endsWith(".ts"))
      .filter((path) => {
        const text = readFileSync(join(project.path, "node_modules", "keyward", path), "utf8")
        return /from "(bun:test|(\.\.\/)+(test|scripts|sdk|bench)\/)/.test(text)
      })
    expect(stray).toEqual([])
  })
})

test("its dashboard, its docs and its examples are in it, and need no packages of their own", async () => {
  const installed = readdirSync(join(project.path, "node_modules"))
  expect(installed.filter((name) => /react|tanstack|base-ui|d3/.test(name))).toEqual([])
  const served = await project.serve(launcher())
  await expectWholeDashboard(served.url)
  await expectWholeDocs(served.url)
  await expectExamples(served.url)
  served.kill("SIGTERM")
  await served.exit
})

describe("npx keyward", () => {
  test("runs though npm was told to run no install script", async () => {
    expect(statSync(join(project.path, "node_modules", "bun", "bin", "bun.exe")).size).toBeLessThan(1_000)
    expect(await project.npx("--version")).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" })
  })

  test("runs after the install script of bun", async () => {
    expect((await project.npm("rebuild")).code).toBe(0)
    expect(statSync(join(project.path, "node_modules", "bun", "bin", "bun.exe")).size).toBeGreaterThan(1_000_000)
    expect(await project.npx("--version")).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" })
  })

  test("hands on arguments and exit codes as they are", async () => {
    const unknown = await project.npx("sreve")
    expect({ code: unknown.code, stdout: unknown.stdout }).toEqual({ code: 2, stdout: "" })
    expect(unknown.stderr).toContain("Did you mean `keyward serve`?")
  })

  test("serves, verifies, and stops when npx is told to", async () => {
    const served = await project.serve("npx", "keyward")
    expect(await verifyNewKey(served)).toBe("VALID")
    served.kill("SIGTERM")
    await served.exit
    await expect(fetch(`${served.url}/readyz`)).rejects.toThrow()
  })

  test("takes no settings and no code from the project that it is used in", async () => {
    const isOwn = (name: string) => name === "package.json" || name === "node_modules"
    const { ranCode } = layTraps(project.path, {
      variables: { KEYWARD_PORT: "not-a-port" },
      programs: [join(project.path, "node_modules", "keyward", "src", "main.ts")],
      isWanted: (name) => !isOwn(name),
    })
    const pending = await project.npx("migrate", "--check")
    expect(pending).toMatchObject({ code: 1, stderr: "" })
    expect(pending.stdout).toStartWith("Pending: ")
    expect(await ranCode()).toEqual([])
  })
})

describe("its launcher", () => {
  test("passes a signal on, and ends as the program ends", async () => {
    const served = await project.serve(launcher())
    expect(await verifyNewKey(served)).toBe("VALID")
    const [program = 0] = childrenOf(served)
    // As systemd does it: both get it, and the launcher passes it on besides.
    process.kill(program, "SIGTERM")
    served.kill("SIGTERM")
    expect(await served.exit).toEqual({ code: 0, signal: null })
    expect(() => process.kill(program, 0)).toThrow()
  })

  test("ends by the signal that has ended the program", async () => {
    const served = await project.serve(launcher())
    for (const pid of childrenOf(served)) process.kill(pid, "SIGKILL")
    expect(await served.exit).toEqual({ code: null, signal: "SIGKILL" })
  })

  test("says what to do where there is no Bun", async () => {
    rmSync(join(project.path, "node_modules", "bun", "bin"), { recursive: true })
    const half = await project.npx("--version")
    expect({ code: half.code, stdout: half.stdout }).toEqual({ code: 1, stdout: "" })
    expect(half.stderr).toContain(`npm has installed no Bun for ${process.platform} ${process.arch}. Install it again`)
    rmSync(join(project.path, "node_modules", "bun"), { recursive: true })
    expect((await project.npx("--version")).stderr).toContain("npm has not installed Bun with it. Install it again")
  })
})
