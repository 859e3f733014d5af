import { beforeAll, describe, expect, test } from "bun:test"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { whereIs } from "../../../scripts/test/tools.ts"
import { loadWrittenSamples } from "../../../src/http/pages/reference/samples.ts"
import { blocksIn } from "../../documentation/page.ts"
import { serveKeyward } from "../../harness/serve-keyward.ts"
import { startProcess } from "../../services/child-process.ts"
import { testFolder } from "../../services/test-folder.ts"
import { clientFolder, python, pythonEnvironment } from "./python.ts"

const folder = testFolder()

async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}, cwd = clientFolder) {
  const child = startProcess({ command: [python(), ...args], cwd, env: pythonEnvironment(env) })
  const { code } = await child.exit
  return { code, output: `${child.stdout()}${child.stderr()}` }
}

describe("clients/python on a real server", () => {
  const keyward = serveKeyward({ engine: "sqlite", environment: { KEYWARD_WEBHOOKS: "on" } })

  test("passes its tests, each of them", async () => {
    const { code, output } = await run(["-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"], {
      KEYWARD_URL: keyward.url,
      KEYWARD_KEY: keyward.rootKey,
      KEYWARD_OPERATOR_KEY: keyward.operatorKey,
    })
    expect(code, output).toBe(0)
    const files = readdirSync(join(clientFolder, "tests")).filter((name) => name.startsWith("test_"))
    const [, passed = "0"] = /(\d+) passed/.exec(output) ?? []
    expect(Number(passed)).toBeGreaterThan(files.length)
    expect(output).not.toMatch(/skipped|xfailed|deselected/)
  })
})

describe("the sources of clients/python", () => {
  test.each([
    ["ruff finds nothing", ["-m", "ruff", "check", "--no-cache"]],
    ["ruff formats nothing", ["-m", "ruff", "format", "--no-cache", "--check"]],
  ])("%s", async (_, args) => {
    const { code, output } = await run(args)
    expect(code, output).toBe(0)
  })
})

/** What readers copy: the blocks of both pages, and the samples of the reference. */
describe("the sources of clients/python, and the programs that its readers copy", () => {
  const programs = folder.newPath()

  beforeAll(async () => {
    const samples = Object.entries(await loadWrittenSamples()).map(
      ([name, { Python }]) => [name.replace(".", "_"), `${Python}\n`] as const,
    )
    const blocks = ["clients/python/README.md", "docs/guides/verify-in-python.md"]
      .flatMap(blocksIn)
      .filter(({ language }) => language === "python")
      .map(({ text }, index) => [`block_${index}`, text] as const)
    for (const [name, text] of [...samples, ...blocks]) {
      await Bun.write(join(programs, `${name}.py`), `# pyright: strict\n${text}`)
    }
  })

  test.each([
    ["ruff finds nothing", ["check", "--select", "A,B,E,F,I,N,RUF,SIM,UP"]],
    ["ruff formats nothing", ["format", "--check"]],
  ])("%s in the programs", async (_, args) => {
    const { code, output } = await run(
      ["-m", "ruff", ...args, "--isolated", "--no-cache", "--line-length", "100"],
      {},
      programs,
    )
    expect(code, output).toBe(0)
  })

  test("mypy finds nothing, strictly", async () => {
    // What it knows of unchanged sources and packages is kept between runs.
    const cache = join(import.meta.dir, "../../../node_modules/.cache/keyward/mypy")
    const { code, output } = await run(["-m", "mypy", "--cache-dir", cache, "src", "tests", programs])
    expect(code, output).toBe(0)
  })

  test("pyright finds nothing, strictly", async () => {
    const { output: path } = await run(["-c", "import pyright; print(pyright.__path__[0])"])
    // The package runs Node; its wrapper would look for a newer version in the network.
    const program = [whereIs("node") ?? "node", join(path.trim(), "dist/index.js"), "--pythonpath", python()]
    const child = startProcess({ command: [...program, "src", "tests", programs], cwd: clientFolder })
    const { code } = await child.exit
    expect(code, child.stdout()).toBe(0)
  })
})

test("the package has types, needs httpx only and works without the frameworks", async () => {
  const wheels = folder.newPath()
  const build = ["-m", "pip", "--disable-pip-version-check", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
  const built = await run([...build, "--wheel-dir", wheels, clientFolder])
  expect(built.code, built.output).toBe(0)
  const [wheel = ""] = readdirSync(wheels)
  expect(wheel).toMatch(/^keyward-\d+\.\d+\.\d+-py3-none-any\.whl$/)
  const { output } = await run(["-c", inspection, join(wheels, wheel)], { PYTHONPATH: join(wheels, wheel) })
  const facts = JSON.parse(output)
  expect(facts.files).toContain("keyward/py.typed")
  expect(facts.files.filter((name: string) => !/^keyward(-[\d.]+\.dist-info)?\//.test(name))).toEqual([])
  expect(facts.requirements).toEqual(["httpx<1,>=0.25"])
  expect(facts.loaded).toEqual([])
  expect(facts.metadata).toMatchObject({
    summary: "Python client of Keyward, the self-hosted API-key service.",
    license_expression: "Apache-2.0",
    author: "The Keyward authors",
    requires_python: ">=3.10",
    description_content_type: "text/markdown",
  })
  expect(facts.metadata.description).toStartWith("# keyward\n")
  expect(facts.metadata.keywords.join()).toContain("rate-limiting")
  expect(facts.metadata.classifier).toContain("Typing :: Typed")
  const names = facts.metadata.project_url.map((line: string) => line.split(", ")[0])
  expect(names.toSorted()).toEqual(["Changelog", "Documentation", "Homepage", "Issues", "Repository"])
})

const inspection = `
import importlib.metadata, json, sys, zipfile
import keyward
assert keyward.__file__.startswith(sys.argv[1]), keyward.__file__
print(json.dumps({
    "files": zipfile.ZipFile(sys.argv[1]).namelist(),
    "metadata": importlib.metadata.metadata("keyward").json,
    "requirements": importlib.metadata.requires("keyward"),
    "loaded": [name for name in ("django", "fastapi", "flask", "starlette") if name in sys.modules],
}))
`
