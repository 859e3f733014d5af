import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import { Glob } from "bun"
import { bundleSize } from "../../scripts/client/bundle-size.ts"
import { findFreePort } from "../../scripts/test/service.ts"
import { blocksIn } from "../documentation/page.ts"
import { createKey } from "../harness/fixtures.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { until } from "../harness/until.ts"
import { startProcess } from "../services/child-process.ts"
import { type InstalledClient, installClient } from "./installed-client.ts"

const mostGzippedBytes = 6 * 1024

const server = serveKeyward({ engine: "sqlite" })
let client: InstalledClient
/** The TypeScript of the README, in the order of its page. */
let blocks: readonly string[]

beforeAll(async () => {
  client = await installClient()
  client.lend("express", "fastify", "hono", "@types/express", "@types/node")
  client.lend("@nestjs/common", "@nestjs/core", "@nestjs/platform-express", "reflect-metadata", "rxjs")
  blocks = blocksIn("sdk/README.md")
    .filter(({ language }) => language === "ts")
    .map(({ text }) => text)
})
afterAll(() => client.remove())

const environment = () => ({ KEYWARD_URL: server.url, KEYWARD_KEY: server.rootKey })

describe("the package", () => {
  test("tells the registry what it is and where it comes from", async () => {
    const { path } = client
    const manifest = await Bun.file(join(path, "node_modules/@keyward/client/package.json")).json()
    expect(manifest).toMatchObject({
      description: "TypeScript client of Keyward, the self-hosted API-key service.",
      license: "Apache-2.0",
      author: "The Keyward authors",
      homepage: expect.stringMatching(/^https:/),
      bugs: expect.stringMatching(/^https:/),
      repository: { type: "git", url: expect.stringMatching(/^git\+https:/), directory: "sdk" },
      engines: { node: ">=20" },
    })
    expect(manifest.keywords).toContain("rate-limiting")
  })

  test("holds modules, their types, what to read, and nothing else", () => {
    const others = client.files.filter((path) => !/^dist\/[\w/.-]+(\.js|\.d\.ts)$/.test(path))
    expect(others.sort()).toEqual(["LICENSE", "README.md", "package.json"])
    for (const entry of ["index", "express", "fastify", "hono", "local", "nest", "next"])
      expect(client.files).toContain(`dist/${entry}.js`)
    expect(client.files.filter((path) => path.includes("test"))).toEqual([])
  })

  test("names its licence, its keywords and its files", async () => {
    const { license, keywords, files } = await Bun.file(join("sdk", "package.json")).json()
    expect({ license, files }).toEqual({ license: "Apache-2.0", files: ["dist", "!dist/fingerprint"] })
    expect(keywords).toContain("api-keys")
  })

  test("has a README that leads only into the package, or to pages that a server shows", async () => {
    const text = await Bun.file(join("sdk", "README.md")).text()
    const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target)
    const paths = targets.filter((target) => !/^(#|https?:)/.test(target)).map((target) => target.split("#")[0] ?? "")
    expect(targets).not.toBeEmpty()
    expect(paths.filter((path) => !client.files.includes(path))).toEqual([])
  })

  test("depends on nothing but the framework that an application has anyway", async () => {
    const manifest = await Bun.file(join("sdk", "package.json")).json()
    const declared = Object.keys(manifest).filter((field) => /dependencies/i.test(field))
    expect(declared).toEqual(["peerDependencies", "peerDependenciesMeta"])
    const optional = Object.keys(manifest.peerDependencies).map((name) => [name, { optional: true }])
    expect(manifest.peerDependenciesMeta).toEqual(Object.fromEntries(optional))
  })

  test("adds at most 6 KiB to a page", async () => {
    const { minified, gzipped } = await bundleSize()
    console.log(`@keyward/client without middleware: ${minified} bytes, gzipped ${gzipped}`)
    expect(gzipped).toBeLessThanOrEqual(mostGzippedBytes)
  })

  test("has types that a strict project compiles with, whatever else that has", async () => {
    client.write("types.ts", types)
    await expectCompiled("types.ts", "--exactOptionalPropertyTypes", "--types", "")
  })

  test("is loaded by CommonJS as well", async () => {
    client.write(
      "common.cjs",
      `const { createKeyward } = require("@keyward/client")
       for (const name of ["express", "fastify", "hono", "nest", "next"]) require("@keyward/client/" + name).withKeyward.call
       createKeyward().keys.verifyKey({ key: "nobody" }).then(({ data }) => console.log(data.code))`,
    )
    const child = client.node("common.cjs", environment())
    await child.exit
    expect(child.stdout()).toBe("NOT_FOUND\n")
  })

  test("has a local verifier that works over HTTP where Node has no WebSocket, and says so", async () => {
    client.write(
      "local.cjs",
      `delete globalThis.WebSocket // Node has one from 22 on.
       const { createLocalVerifier } = require("@keyward/client/local")
       const verifier = createLocalVerifier()
       verifier.keys.verifyKey({ key: "nobody" }).then(({ data }) => {
         console.log(data.code, verifier.state, verifier.counts)
         return verifier.close()
       })`,
    )
    const child = client.node("local.cjs", environment())
    await child.exit
    expect(child.stdout()).toBe("NOT_FOUND http { local: 0, asked: 0, http: 1 }\n")
    expect(child.stderr()).toContain("this runtime has no WebSocket. Use Node 22, or pass `webSocket`.")
  })
})

async function expectCompiled(...args: readonly string[]): Promise<void> {
  const compiler = join(process.cwd(), "node_modules", ".bin", "tsc")
  const flags = [
    "--strict",
    "--module",
    "nodenext",
    "--target",
    "es2022",
    ...(args.includes("--outDir") ? [] : ["--noEmit"]),
  ]
  const child = startProcess({ command: [compiler, ...flags, ...args], cwd: client.path })
  const { code } = await child.exit
  expect({ code, output: child.stdout() }).toEqual({ code: 0, output: "" })
}

const types = `
import { createKeyward, type Key, type KeywardError, type Result, unwrap } from "@keyward/client"
import { withKeyward as guardNext } from "@keyward/client/next"
import { withKeyward as guardExpress } from "@keyward/client/express"
import { verdictOf, withKeyward as guardFastify } from "@keyward/client/fastify"
import { type KeywardVariables, withKeyward as guardHono } from "@keyward/client/hono"
import { withKeyward as guardNest } from "@keyward/client/nest"
import type { CanActivate } from "@nestjs/common"

const keyward = createKeyward({ url: "http://localhost:8080", key: "k", retries: undefined })
const result = await keyward.keys.verifyKey({ key: "x", permissions: undefined, tags: ["a"] as const })
if (result.error) {
  const error: KeywardError = result.error
  error.errors.map(({ fix }) => fix?.length)
  if (error.code === "limits/quota_exceeded" || error.code === "client/timeout") error.retryAfterSeconds
  // @ts-expect-error There is no such code.
  if (error.code === "limits/qouta_exceeded") error.retryAfterSeconds
} else {
  const code: "VALID" | "NOT_FOUND" | "DISABLED" | "EXPIRED" | "FORBIDDEN" | "INSUFFICIENT_PERMISSIONS" | "RATE_LIMITED" | "USAGE_EXCEEDED" = result.data.code
  const remaining: number | undefined = result.data.credits
  // @ts-expect-error An unknown key has no id.
  const unknown: string = result.data.keyId
  if (result.data.valid) {
    const known: string = result.data.keyId
    const valid: "VALID" = result.data.code
  } else if (result.data.code !== "NOT_FOUND") {
    const refused: string = result.data.keyId
  }
}
const { data, error } = await keyward.keys.getKey({ keyId: "key_1" })
if (!error) data.keyId.length
const page = await keyward.apis.listKeys({ apiId: "api_1" })
if (!page.error) page.pagination.hasMore satisfies boolean
for await (const key of keyward.apis.listKeys.all({ apiId: "api_1" })) key satisfies Key
const made: { keyId: string; key: string } = await unwrap(keyward.keys.createKey({ apiId: "api_1" }))
const promise: Promise<Result<Key>> = keyward.keys.whoami()
// @ts-expect-error A required member is missing.
keyward.keys.createKey({})
// @ts-expect-error There is no such member.
keyward.keys.createKey({ apiId: "api_1", nmae: "x" })
// @ts-expect-error There is no such operation.
keyward.keys.createNothing
// @ts-expect-error Only lists have pages.
keyward.keys.getKey.all
// @ts-expect-error The data is not there before the error was looked at.
result.data.code
export const GET = guardNext(keyward, (request, verdict) => Response.json(verdict.code), { perRequest: (request) => ({ tags: [request.url] }) })
const express = guardExpress(keyward, { permissions: "a", whenUnavailable: "allow", perRequest: (request) => ({ ip: request.ip }) })
const fastify = guardFastify(keyward, { getKey: (request) => request.headers.authorization, perRequest: (request) => ({ ip: request.ip }) })
const hono = guardHono(keyward, { timeoutMs: 500, perRequest: (context) => ({ tags: [context.req.path] }) })
guardNest(keyward, { perRequest: (request) => ({ ip: request.ip }) }) satisfies CanActivate
// @ts-expect-error Requests of Express have no such member.
guardExpress(keyward, { perRequest: (request) => ({ ip: request.address }) })
if (verdictOf({}).valid) verdictOf({}).keyId satisfies string | undefined
verdictOf({}).valid satisfies boolean
export type Variables = KeywardVariables
`

/** The README shows the controller only, because every application of NestJS has a module and a start. */
const startOfNest = `
import "reflect-metadata"
import { Module } from "@nestjs/common"
import { NestFactory } from "@nestjs/core"
class Application {}
Module({ controllers: [DocumentsController] })(Application)
await (await NestFactory.create(Application, { logger: false })).listen(process.env.PORT ?? 3000, "localhost")
`

test("the examples of the reference pages compile in a strict project", async () => {
  const pages = [...new Glob("docs/client/**/*.md").scanSync(".")]
  const examples = pages.flatMap((page) => blocksIn(page)).filter(({ text }) => /await keyward\./.test(text))
  expect(examples.length).toBeGreaterThan(60)
  const functions = examples.map(({ text }) => `async () => {\n${text.replace(/^import .*$/gm, "")}}`)
  const imports = 'import { createKeyward, KeywardError, unwrap } from "@keyward/client"'
  const calls = `const keyward = createKeyward({ session: { workspace: "operator" } })\nexport default [${functions.join(",\n")}]`
  client.write("reference.ts", `${imports}\n${calls}`)
  await expectCompiled("--types", "node", "reference.ts")
})

describe("the README, run by Node", () => {
  const plain = () => blocks.filter((code) => !/@keyward\/client\//.test(code))
  const guarded = (framework: string) => blocks.find((code) => code.includes(`@keyward/client/${framework}`)) ?? ""

  test("compiles in a strict project", async () => {
    const files = ["express", "fastify", "hono", "nest", "next"].map((framework) => {
      client.write(`readme-${framework}.ts`, guarded(framework))
      return `readme-${framework}.ts`
    })
    client.write("readme-plain.ts", plain().join("\n"))
    expect(blocks).toHaveLength(plain().length + files.length)
    await expectCompiled("--types", "node", "--experimentalDecorators", "readme-plain.ts", ...files)
  })

  test("shows what it says, from top to bottom", async () => {
    writeJs("readme.js", plain().join("\n"))
    const child = client.node("readme.js", environment())
    const { code } = await child.exit
    expect({ code, errors: child.stderr() }).toEqual({ code: 0, errors: "" })
    const lines = child.stdout().trim().split("\n")
    const issued = expect.stringMatching(/^issued key_\w+ true$/)
    expect(lines).toEqual(["refused: NOT_FOUND", issued, "data/identity_not_found 404", "1 false", "true", "Payments"])
  })

  test.each(["express", "fastify", "nest"])("guards an application of %s", async (framework) => {
    const port = await findFreePort()
    if (framework === "nest") await compileNest()
    else writeJs(`${framework}.js`, guarded(framework))
    const child = client.node(`${framework}.js`, { ...environment(), PORT: String(port) })
    // Fastify listens on `localhost`, which may be either family.
    await expectGuarded((headers) => fetchWhenUp(`http://localhost:${port}/documents`, headers))
    child.kill("SIGTERM")
  })

  test.each([
    ["hono", "(await import('./hono.js')).default.request('http://localhost/documents', { headers })"],
    ["next", "(await import('./next.js')).GET(new Request('http://localhost/documents', { headers }), {})"],
  ])("guards a handler of %s", async (framework, call) => {
    writeJs(`${framework}.js`, guarded(framework))
    const program = `const headers = JSON.parse(process.env.HEADERS); const response = await ${call}
      console.log(JSON.stringify({ status: response.status, body: await response.text() }))`
    client.write(`${framework}-call.js`, program)
    await expectGuarded(async (headers) => {
      const child = client.node(`${framework}-call.js`, { ...environment(), HEADERS: JSON.stringify(headers) })
      await child.exit
      const { status, body } = JSON.parse(child.stdout())
      return new Response(body, { status })
    })
  })

  /** Node 20 runs no TypeScript. */
  function writeJs(name: string, typescript: string): void {
    client.write(name, new Bun.Transpiler({ loader: "ts" }).transformSync(typescript))
  }

  /** As an application of NestJS is compiled: Bun's decorators need Bun. */
  async function compileNest(): Promise<void> {
    client.write("nest.ts", guarded("nest") + startOfNest)
    await expectCompiled("--types", "node", "--experimentalDecorators", "--outDir", ".", "nest.ts")
  }

  async function expectGuarded(get: (headers: Record<string, string>) => Promise<Response>): Promise<void> {
    const { key } = await createKey(server, { externalId: crypto.randomUUID(), permissions: ["documents.read"] })
    const { identity } = await server.ok("keys.whoami", { key })
    const welcomed = await get({ Authorization: `Bearer ${key}` })
    expect(await welcomed.json()).toEqual({ hello: identity.externalId })
    const refused = await get({})
    expect(refused.status).toBe(401)
    expect(await refused.json()).toMatchObject({ error: { code: "MISSING" } })
  }

  function fetchWhenUp(url: string, headers: Record<string, string>): Promise<Response> {
    return until(() => fetch(url, { headers }).catch(() => undefined))
  }
})

test("is told by Node when nothing listens, and a verification is tried again then", async () => {
  client.write(
    "refused.js",
    `import { createKeyward } from "@keyward/client"
     let attempts = 0
     const counting = (url, init) => { attempts += 1; return fetch(url, init) }
     const keyward = createKeyward({ url: process.env.KEYWARD_URL, key: "k", fetch: counting })
     const { error } = await keyward.keys.verifyKey({ key: "x" })
     console.log(attempts, error.code, error.detail)`,
  )
  const url = `http://127.0.0.1:${await findFreePort()}`
  const child = client.node("refused.js", { KEYWARD_URL: url })
  await child.exit
  expect(child.stdout()).toBe(`3 client/unreachable ${url} cannot be reached: ECONNREFUSED.\n`)
})
