import { describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Unkey } from "@unkey/api"
import { methodsOf, servedGroups } from "./api/client.ts"

const root = join(import.meta.dir, "..", "..")
const read = (path: string) => readFileSync(join(root, path), "utf8")

describe("docs/unkey-clients.md", () => {
  const documentation = read("docs/unkey-clients.md")

  test("names the versions that are tested", () => {
    const { devDependencies } = JSON.parse(read("package.json"))
    const named = [...documentation.matchAll(/^\| `(@unkey\/\w+)` \| (\S+) \|/gm)].map(([, name, version]) => [
      name,
      version,
    ])
    expect(named.length).toBe(4)
    const [, python] = /^\| `unkey\.py` \(Python\) \| (\S+) \|/m.exec(documentation) ?? []
    expect(read("test/clients/python/requirements.txt")).toStartWith(`unkey.py==${python}\n`)
    for (const [name, version] of named) expect(devDependencies[name ?? ""]).toBe(version)
  })

  test("has a row for every method that is served, and for no other", () => {
    const unkey = new Unkey({ rootKey: "any" })
    const methods = servedGroups.flatMap((group) => methodsOf(unkey, group).map((method) => `${group}.${method}`))
    const rows = [...documentation.matchAll(/^\| `(\w+\.\w+)` \| yes \|/gm)].map(([, method]) => method)
    expect(rows).toEqual(methods.sort())
  })

  test("shows the hook that is tested", () => {
    const [, ...code] = read("test/clients/apps/direct-fetch.ts").split("\n")
    expect(documentation).toContain(code.join("\n"))
  })
})
