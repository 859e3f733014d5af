import { describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { Glob } from "bun"
import { operations } from "../../src/operations/index.ts"
import { anchorsIn } from "./anchors.ts"
import { pages } from "./page.ts"

const contract = "docs/contract.md"
const code = ["src", "sdk/src", "test", "scripts", "bench"].flatMap((folder) =>
  [...new Glob(`${folder}/**/*.ts`).scanSync(".")].filter((path) => !path.endsWith(".gen.ts")),
)

describe("what refers to the contract", () => {
  test("in code names a section that exists", () => {
    const anchors = anchorsIn(contract)
    const broken = code.flatMap((path) =>
      [...readFileSync(path, "utf8").matchAll(/docs\/contract\.md#([\w-]+)/g)]
        .filter(([, anchor = ""]) => !anchors.has(anchor))
        .map(([link]) => `${path}: ${link}`),
    )
    expect(broken).toEqual([])
  })

  test("never names a section without a link to it", () => {
    const unlinked = [...code, ...pages()].flatMap((path) =>
      readFileSync(path, "utf8")
        .split("\n")
        .filter((line) => /(?<!\[)\bsections? \d/i.test(line) && !line.includes("RFC "))
        .map((line) => `${path}: ${line.trim()}`),
    )
    expect(unlinked).toEqual([])
  })
})

const kinds = { query: "R", mutation: "M", consumption: "C", stream: "R" } as const

test("the table of all operations lists exactly those that there are, each with its kind", () => {
  const rows = [
    ...readFileSync(contract, "utf8").matchAll(/^\| (\w+\.\w+) \| \**POST \/v2\/\1\** \|.*\| ([RMC]) \|[^|]*\|$/gm),
  ]
  const listed = rows.map(([, name = "", kind = ""]) => `${name} ${kind}`)
  expect(listed.sort()).toEqual(operations.map(({ name, kind }) => `${name} ${kinds[kind]}`).sort())
})
