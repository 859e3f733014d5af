import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import { temporaryFolder } from "../../../../test/services/temporary-folder.ts"
import { operations } from "../../../operations/index.ts"
import { takesKeys } from "../../../operations/operation.ts"
import { openApiDocument } from "../../openapi/document.ts"
import { callOf } from "./call-of.ts"
import { entriesOf } from "./entries.ts"
import { loadWrittenSamples, samplesOf } from "./samples.ts"

const about = { version: "1.2.3", url: "https://keys.example.com", docsBase: "https://keys.example.com" }
const document = openApiDocument(operations, about)
const written = await loadWrittenSamples()
const calls = entriesOf(document).map((entry) => {
  const operation = operations.find(({ name }) => name === entry.name)
  const call = callOf(document, entry, operation)
  const texts = Object.fromEntries(samplesOf(call, written).map(({ label, text }) => [label, text]))
  return { name: entry.name, operation, call, texts }
})
const repository = join(import.meta.dir, "../../../..")

describe("the samples of the reference", () => {
  const folder = temporaryFolder()
  afterAll(() => folder.remove())

  test("exist for every operation, in each language that can call it", () => {
    for (const { name, operation, call, texts } of calls) {
      const isForPrograms = operation !== undefined && takesKeys(operation) && !call.isEndless
      const languages = isForPrograms ? ["curl", "CLI", "TypeScript", "Python", "Go"] : ["curl"]
      expect(Object.keys(texts), name).toEqual(expect.arrayContaining(languages))
    }
  })

  test("curl sends the example, to the path of the operation", () => {
    for (const { name, call, texts } of calls) {
      const line = (texts.curl ?? "").replace(/^curl/, "printf '%s\\0'")
      const { stdout } = Bun.spawnSync(["sh", "-c", line])
      const words = stdout.toString().split("\0").slice(0, -1)
      expect(words[0], name).toBe(`${about.url}${call.path}`)
      if (call.body !== undefined) expect(JSON.parse(words.at(-1) ?? ""), name).toEqual(call.body)
    }
  })

  describe("TypeScript", () => {
    beforeAll(async () => {
      for (const { name, texts } of calls) {
        if (texts.TypeScript) await Bun.write(join(folder.path, `${name}.ts`), texts.TypeScript)
      }
      const compilerOptions = {
        strict: true,
        noEmit: true,
        module: "esnext",
        moduleResolution: "bundler",
        target: "es2023",
        allowImportingTsExtensions: true,
        lib: ["es2023", "dom"],
        types: [],
        paths: { "@keyward/client": [join(repository, "sdk/src/index.ts")] },
      }
      await Bun.write(join(folder.path, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }))
    })

    test("compiles against the client", () => {
      const compiler = join(repository, "node_modules/.bin/tsc")
      const { exitCode, stdout } = Bun.spawnSync([compiler, "-p", folder.path])
      expect({ exitCode, stdout: stdout.toString() }).toEqual({ exitCode: 0, stdout: "" })
    })
  })
})
