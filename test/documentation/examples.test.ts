import { describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Glob } from "bun"
import { findFreePort } from "../../scripts/test/service.ts"
import { createKey } from "../harness/fixtures.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { until } from "../harness/until.ts"
import { startProcess } from "../services/child-process.ts"
import { temporaryFolder } from "../services/temporary-folder.ts"
import { blocksIn, isRun } from "./page.ts"

const names = ["curl", "customer-portal", "express", "fastify", "hono", "nestjs", "nextjs", "python", "weather"]
const mostLines = 60

/** The commands of the READMEs are run with all other pages; see pages.test.ts. */
describe("the examples", () => {
  const files = [...new Glob("examples/*/**/*.{js,mjs,ts,py,sh}").scanSync(".")].sort()

  test("exist for every framework that the list names, and for no other", () => {
    expect([...new Set(files.map((path) => path.split("/")[1]))]).toEqual(names)
  })

  // A verifier of its own implements the whole protocol.
  const guards = files.filter((path) => path !== "examples/python/verifier.py")

  test.each(guards)("%s is short", (path) => {
    expect(readFileSync(path, "utf8").trimEnd().split("\n").length).toBeLessThan(mostLines)
  })

  test.each(names)("%s has a README that runs it and shows what comes out", (name) => {
    const blocks = blocksIn(`examples/${name}/README.md`)
    const commands = blocks.filter(isRun).map(({ text }) => text)
    expect(commands.join("")).toContain(`examples/${name}`)
    expect(blocks.filter(({ language }) => /^(text|json)$/.test(language))).not.toBeEmpty()
  })
})

/** The type check of the repository leaves it out, because its decorators need an option of their own. */
test("the example for NestJS compiles in a strict project", async () => {
  const folder = temporaryFolder()
  const here = process.cwd()
  const project = join(folder.path, "tsconfig.json")
  const compilerOptions = {
    paths: {
      "@keyward/client": [`${here}/sdk/src/index.ts`],
      "@keyward/client/*": [`${here}/sdk/src/*.ts`],
    },
    allowImportingTsExtensions: true,
    exactOptionalPropertyTypes: true,
    typeRoots: [`${here}/node_modules/@types`],
    types: ["node"],
  }
  const files = [`${here}/examples/nestjs/server.ts`]
  await Bun.write(project, JSON.stringify({ extends: `${here}/examples/nestjs/tsconfig.json`, compilerOptions, files }))
  const compiler = startProcess({ command: [`${here}/node_modules/.bin/tsc`, "--project", project] })
  const { code } = await compiler.exit
  expect({ code, output: compiler.stdout() }).toEqual({ code: 0, output: "" })
  folder.remove()
})

describe("the example in Python, which has no client to rely on,", () => {
  const server = serveKeyward({ engine: "sqlite" })

  async function startExample(url: string, key: string): Promise<(authorization?: string) => Promise<Response>> {
    const port = await findFreePort()
    const env = { KEYWARD_URL: url, KEYWARD_KEY: key, PORT: String(port) }
    startProcess({ command: ["python3", "examples/python/server.py"], env })
    return async (authorization) => {
      const headers = authorization === undefined ? {} : { Authorization: authorization }
      return until(() => fetch(`http://localhost:${port}/`, { headers }).catch(() => undefined))
    }
  }

  test("tells apart who has no key, a wrong one, too few rights and too few credits", async () => {
    const ask = await startExample(server.url, server.rootKey)
    const owner = { externalId: "user_42", permissions: ["notes.read"] }
    const { key } = await createKey(server, { ...owner, credits: { remaining: 1 } })
    const { key: powerless } = await createKey(server)
    const welcomed = await ask(`Bearer ${key}`)
    expect([welcomed.status, await welcomed.json()]).toEqual([200, { hello: "user_42" }])
    const refusals = [`bearer ${key}`, undefined, "Basic abc", "Bearer unknown", `Bearer ${"x".repeat(5_000)}`]
    const statuses = await Promise.all([...refusals, `Bearer ${powerless}`].map(async (one) => (await ask(one)).status))
    expect(statuses).toEqual([429, 401, 401, 401, 401, 403])
  })

  test("refuses, and says to try again, while Keyward cannot be asked or does not know it", async () => {
    const nowhere = `http://localhost:${await findFreePort()}`
    for (const ask of [await startExample(nowhere, "any"), await startExample(server.url, "unknown")]) {
      const answer = await ask("Bearer any")
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"])
    }
  })
})
