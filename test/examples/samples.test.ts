import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import { byResource } from "../../scripts/client/operation-facts.ts"
import { modulePath, oldestGo } from "../../scripts/go/module.ts"
import { asks } from "../../src/core/reach.ts"
import { openApiDocument } from "../../src/http/openapi/document.ts"
import { callOf } from "../../src/http/pages/reference/call-of.ts"
import { entriesOf } from "../../src/http/pages/reference/entries.ts"
import { loadWrittenSamples, samplesOf } from "../../src/http/pages/reference/samples.ts"
import { keyOperations } from "../../src/operations/index.ts"
import type { Operation } from "../../src/operations/operation.ts"
import { runHere } from "../cli/cli.ts"
import { clientFolder, go, gofmt } from "../clients/go/go.ts"
import { lineReader } from "../clients/lines.ts"
import { python, pythonEnvironment } from "../clients/python/python.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { startProcess } from "../services/child-process.ts"
import { testFolder } from "../services/test-folder.ts"
import { sampleSituation } from "./for-keys.ts"
import { firstDay } from "./record.ts"

interface Program {
  readonly operation: Operation
  /** What it must send. */
  readonly body: unknown
  readonly text: string
  readonly environment: Readonly<Record<string, string>>
}

/** Runs programs, one after the other. Fails if a program does. */
type Runner = (programs: readonly Program[]) => Promise<void>

const clock = { now: firstDay }
const folder = testFolder()

describe("the samples of the reference", () => {
  const server = serveKeyward({ engine: "sqlite", clock })
  const stage = {
    server,
    passTime: (milliseconds: number) => {
      clock.now += milliseconds
    },
  }
  const front = recorder(() => server.url)
  const runners: Readonly<Record<string, Runner>> = {
    curl: each(runShell),
    CLI: each(runCommand),
    TypeScript: interpreter([process.execPath, join(import.meta.dir, "run-typescript.ts"), folder.path]),
    Go: runGo,
    Python: interpreter([python(), "-s", join(import.meta.dir, "../clients/python/run_samples.py")]),
  }

  test.each(Object.entries(runners))("in %s send the example, and are not refused", async (language, run) => {
    const texts = await textsIn(language, front.url())
    const programs: Program[] = []
    for (const operation of operationsFor(Object.keys(runners), language)) {
      clock.now = firstDay
      const { body, options } = await sampleSituation(stage, operation)
      const text = withValuesOf(operation.example, body, texts.get(operation.name) ?? "")
      const environment = { KEYWARD_URL: front.url(), KEYWARD_KEY: options.key ?? "", ...variablesOf(body) }
      programs.push({ operation, body, text, environment })
    }
    front.takeRequests()
    await run(programs)
    const requests = front.takeRequests()
    for (const { operation, body, text } of programs) {
      expect(requests, text).toContainEqual({ path: `/v2/${operation.name}`, body })
    }
  })
})

/** Each operation runs in one language, and each language has an operation of every resource. */
function operationsFor(languages: readonly string[], language: string): readonly Operation[] {
  const turn = languages.indexOf(language)
  return byResource(keyOperations).flatMap(([, members]) => {
    const own = members.filter((_, index) => index % languages.length === turn)
    return own.length > 0 ? own : members.slice(turn % members.length).slice(0, 1)
  })
}

/** Requests on their way to the server. */
function recorder(target: () => string) {
  let requests: { readonly path: string; readonly body: unknown }[] = []
  let proxy: ReturnType<typeof Bun.serve> | undefined
  beforeAll(() => {
    proxy = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      async fetch(request) {
        const { pathname } = new URL(request.url)
        const text = await request.text()
        requests.push({ path: pathname, body: text === "" ? {} : JSON.parse(text) })
        const headers = new Headers(request.headers)
        headers.delete("accept-encoding")
        return fetch(`${target()}${pathname}`, { method: request.method, headers, body: text })
      },
    })
  })
  afterAll(() => proxy?.stop(true))
  return {
    url: () => `http://127.0.0.1:${proxy?.port}`,
    takeRequests() {
      const taken = requests
      requests = []
      return taken
    },
  }
}

async function textsIn(language: string, url: string): Promise<ReadonlyMap<string, string>> {
  const written = await loadWrittenSamples()
  const document = openApiDocument(keyOperations, { version: "1.2.3", url, docsBase: url })
  const entries = entriesOf(document).flatMap((entry) => {
    const operation = keyOperations.find(({ name }) => name === entry.name)
    if (operation === undefined) return []
    const sample = samplesOf(callOf(document, entry, operation), written).find(({ label }) => label === language)
    return [[entry.name, sample?.text ?? ""] as const]
  })
  return new Map(entries)
}

/** The sample with the ids and secrets of this server. */
function withValuesOf(example: unknown, body: unknown, text: string): string {
  const [from, to] = [leavesOf(example), leavesOf(body)]
  return from.reduce<string>(
    (before, leaf, index) => before.replaceAll(JSON.stringify(leaf), JSON.stringify(to[index])),
    text,
  )
}

function leavesOf(value: unknown): readonly unknown[] {
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leavesOf) : [value]
}

/** What the command lines read: `API_ID` for `apiId`. */
function variablesOf(body: unknown): Readonly<Record<string, string>> {
  const texts = Object.entries(Object(body)).filter((entry): entry is [string, string] => typeof entry[1] === "string")
  return Object.fromEntries(texts.map(([name, value]) => [name.replace(/[A-Z]/g, "_$&").toUpperCase(), value]))
}

/** One program calls the samples, and holds those of all operations, so that the compiler sees them. */
async function runGo(programs: readonly Program[]): Promise<void> {
  const module = folder.newPath()
  const replaced = (text: string, name: string) => text.replace("func main() {", `func ${name}() {`)
  const all = Object.entries(await loadWrittenSamples()).map(
    ([name, { Go }], index) =>
      [`operation_${name.replace(".", "_")}.go`, replaced(`${Go}\n`, `operation${index}`)] as const,
  )
  const own = programs.map(({ text }, index) => [`call_${index}.go`, replaced(`${text}\n`, `call${index}`)] as const)
  const calls = programs.map(({ operation, environment }, index) => {
    const settings = Object.entries(environment).map(
      ([name, value]) => `\tos.Setenv("${name}", ${JSON.stringify(value)})\n`,
    )
    return `\tlog.SetPrefix("${operation.name}: ")\n${settings.join("")}\tcall${index}()\n`
  })
  const main = `package main\n\nimport (\n\t"log"\n\t"os"\n)\n\nfunc main() {\n${calls.join("")}}\n`
  const required = `require ${modulePath} v0.0.0\n\nreplace ${modulePath} => ${clientFolder}\n`
  const files = [
    ...all,
    ...own,
    ["main.go", main],
    ["go.mod", `module samples\n\ngo ${oldestGo}\n\n${required}`],
  ] as const
  for (const [name, text] of files) await Bun.write(join(module, name), text)
  expect(await gofmt(["-l", module])).toEqual({ code: 0, output: "" })
  expect(await go(["vet", "."], module)).toEqual({ code: 0, output: "" })
  const { code, output } = await go(["run", "."], module)
  expect(code, output).toBe(0)
}

function each(run: (program: Program) => Promise<void>): Runner {
  return async (programs) => {
    for (const program of programs) await run(program)
  }
}

async function runShell({ text, environment }: Program): Promise<void> {
  const command = text.replace(/^curl/, "curl -sS --fail-with-body")
  const child = startProcess({ command: ["sh", "-c", command], env: { ...process.env, ...environment } })
  const { code } = await child.exit
  expect(code, `${text}\n${child.stdout()}${child.stderr()}`).toBe(0)
}

async function runCommand({ operation, text, environment }: Program): Promise<void> {
  const words = startProcess({
    command: ["sh", "-c", text.replace(/^keyward/, "printf '%s\\0'")],
    env: { ...process.env, ...environment },
  })
  await words.exit
  const args = words.stdout().split("\0").slice(0, -1)
  const agreed = asks(operation, operation.example) ? ["--yes"] : []
  const { code, stderr } = await runHere([...args, ...agreed], { env: environment })
  expect(code, `${text}\n${stderr}`).toBe(0)
}

/** One process for all programs of a language. It starts with the first one. */
function interpreter(command: readonly string[]): Runner {
  let started: ReturnType<typeof start> | undefined
  const start = () => {
    const child = Bun.spawn([...command], { stdio: ["pipe", "pipe", "inherit"], env: pythonEnvironment() })
    return { child, next: lineReader(child) }
  }
  afterAll(async () => {
    started?.child.stdin.end()
    await started?.child.exited
  })
  return each(async ({ text, environment }) => {
    started ??= start()
    started.child.stdin.write(`${JSON.stringify({ text, environment })}\n`)
    started.child.stdin.flush()
    const { error } = JSON.parse(await started.next())
    if (error !== undefined) throw new Error(`${text}\n${error}`)
  })
}
