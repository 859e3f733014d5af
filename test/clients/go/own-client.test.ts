import { describe, expect, test } from "bun:test"
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { blocksIn } from "../../documentation/page.ts"
import { createKey } from "../../harness/fixtures.ts"
import { serveKeyward } from "../../harness/serve-keyward.ts"
import { startProcess } from "../../services/child-process.ts"
import { testFolder } from "../../services/test-folder.ts"
import { clientFolder, go, gofmt, testProgram } from "./go.ts"

const folder = testFolder()
const guide = "docs/guides/verify-in-go.md"

describe("clients/go on a real server", () => {
  const keyward = serveKeyward({ engine: "sqlite", environment: { KEYWARD_WEBHOOKS: "on" } })

  test("passes its tests, each of them", async () => {
    const child = startProcess({
      command: [await testProgram(), "-test.v"],
      cwd: clientFolder,
      env: { ...process.env, KEYWARD_URL: keyward.url, KEYWARD_KEY: keyward.rootKey },
    })
    const { code } = await child.exit
    const output = `${child.stdout()}${child.stderr()}`
    expect(code, output).toBe(0)
    const passed = [...output.matchAll(/^--- PASS: (\w+)/gm)].map(([, name]) => name)
    expect(passed.toSorted()).toEqual(testNames().toSorted())
  })

  test("the program of the guide guards its route, in a module that has the client from a clone", async () => {
    const requests: string[] = []
    // As the proxies of companies answer for a module that they do not know.
    using proxy = serveForbidden(requests)
    const [program = ""] = blocksIn(guide)
      .filter(({ language, text }) => language === "go" && text.startsWith("package main"))
      .map(({ text }) => text)
    const module = folder.newPath()
    mkdirSync(module)
    writeFileSync(join(module, "main.go"), program)
    await build(module, proxy.url.href)
    expect(requests).toEqual([])
    const application = startProcess({
      command: [join(module, "documents")],
      env: { PORT: "0", KEYWARD_URL: keyward.url, KEYWARD_KEY: keyward.rootKey },
    })
    const [, port] = await application.waitForOutput(/listening at .*:(\d+)/)
    const { key } = await createKey(keyward, { externalId: "user_231", permissions: ["godocuments.read"] })
    const ask = async (headers: Record<string, string>) => {
      const response = await fetch(`http://localhost:${port}/documents`, { headers })
      return `${response.status} ${await response.text()}`
    }
    expect(await ask({ Authorization: `Bearer ${key}` })).toBe("200 hello user_231\n")
    expect(await ask({})).toStartWith("401 ")
    application.kill("SIGTERM")
    await application.exit
  })
})

function serveForbidden(requests: string[]) {
  return Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch({ url }) {
      requests.push(url)
      return new Response(null, { status: 403 })
    },
  })
}

/** Runs the commands of the guide, which are also those of the README, in a module of its own. */
async function build(module: string, proxy: string): Promise<void> {
  const [commands = "", ofReadme] = [guide, "clients/go/README.md"].map(commandsOf)
  expect(ofReadme).toBe(commands)
  const lines = commands.replace("/path/to/keyward/clients/go", clientFolder).trim().split("\n")
  for (const line of [...lines, "go build -o documents ."]) {
    const { code, output } = await go(line.split(" ").slice(1), module, { GOPROXY: proxy })
    expect(code, output).toBe(0)
  }
}

function commandsOf(page: string): string | undefined {
  return blocksIn(page).find(({ language }) => language === "console")?.text
}

/** Every test and every example of the package. */
function testNames(): string[] {
  const files = readdirSync(clientFolder).filter((name) => name.endsWith("_test.go"))
  return files.flatMap((name) => {
    const text = readFileSync(join(clientFolder, name), "utf8")
    return [...text.matchAll(/^func ((?:Test|Example)\w*)\((?:t \*testing\.T)?\)/gm)].map(([, found = ""]) => found)
  })
}

describe("the sources of clients/go", () => {
  test("go vet finds nothing", async () => {
    const { code, output } = await go(["vet", "./..."])
    expect(code, output).toBe(0)
  })

  test("gofmt changes nothing", async () => {
    expect(await gofmt(["-s", "-l", "."])).toEqual({ code: 0, output: "" })
  })

  test("the package needs nothing but the standard library", async () => {
    const { output } = await go(["list", "-deps", "-test", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", "./..."])
    const own = /^module (\S+)$/m.exec(readFileSync(join(clientFolder, "go.mod"), "utf8"))?.[1] ?? ""
    const packages = output.split("\n").filter((name) => name !== "")
    expect(packages).not.toBeEmpty()
    expect(packages.filter((name) => !name.startsWith(own))).toEqual([])
  })
})
