import { expect, test } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import { Glob } from "bun"
import { keyOperations } from "../src/operations/index.ts"
import { goFiles, goFolder } from "./go/files.ts"
import { modulePath } from "./go/module.ts"
import { goName, goWords, linkTo, operationName, thirdPerson } from "./go/names.ts"

const files = goFiles()

test.each(files.map(({ path, text }) => [path, text] as const))("%s says what the code says", async (path, text) => {
  expect(await Bun.file(path).text()).toBe(text)
})

test("the folder has no other generated file", () => {
  const existing = readdirSync(goFolder).filter((name) => name.endsWith("_gen.go") || name === "go.mod")
  expect(existing.map((name) => `${goFolder}/${name}`).sort()).toEqual(files.map(({ path }) => path).sort())
})

test("every operation is a method, with its example", () => {
  const text = files.map((file) => file.text).join("")
  for (const { name } of keyOperations) {
    const [, service = "", method = ""] = /\[(\w+)Service\.(\w+)\]/.exec(linkTo(name)) ?? []
    expect(text, name).toContain(`) ${method}(ctx context.Context,`)
    expect(text.match(new RegExp(`, "${name}", (?!\\w+, ctx)`, "g")), name).not.toBeNull()
    expect(text, name).toContain(`= client.${service}.${method}(ctx`)
  }
})

test("tests and pages import the module by its path", () => {
  const pages = ["docs/guides/verify-in-go.md", ...new Glob("clients/go/{*_test.go,README.md}").scanSync(".")]
  const imports = pages.flatMap((page) => readFileSync(page, "utf8").match(/(?<=keyward ")[^"]+/g) ?? [])
  expect(imports.length).toBeGreaterThan(pages.length / 2)
  expect([...new Set(imports)]).toEqual([modulePath])
})

test("names are those of Go", () => {
  const names = [
    "refillDay",
    "keyIds",
    "ipAllowlist",
    "INSUFFICIENT_PERMISSIONS",
    "limits/quota_exceeded",
    "memoryGiBHours",
  ]
  expect(names.map(goName)).toEqual([
    "RefillDay",
    "KeyIDs",
    "IPAllowlist",
    "InsufficientPermissions",
    "LimitsQuotaExceeded",
    "MemoryGiBHours",
  ])
  const shared = keyOperations.filter(({ name }) => name.endsWith(".createKey"))
  expect(shared.map(operationName)).toEqual(["CreateKey", "RootKeysCreateKey"])
  expect(new Set(keyOperations.map(operationName)).size).toBe(keyOperations.length)
})

test("comments speak of names of Go", () => {
  expect(goWords("See keys.updateKey, and `refillDay` of the plan's id. Node.js is not one.")).toBe(
    "See [KeysService.UpdateKey], and RefillDay of the plan's ID. Node.js is not one.",
  )
  expect(thirdPerson("Verify a key, and show it. Show nothing else.")).toBe(
    "verifies a key, and shows it. Show nothing else.",
  )
  expect(thirdPerson("Set, increase or decrease the credits of a key.")).toBe(
    "sets, increases or decreases the credits of a key.",
  )
})
