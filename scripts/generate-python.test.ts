import { expect, test } from "bun:test"
import { readdirSync } from "node:fs"
import { keyOperations } from "../src/operations/index.ts"
import { pythonFiles, pythonFolder } from "./python/files.ts"
import { pythonName, pythonWords } from "./python/names.ts"

const files = pythonFiles()

test.each(files.map(({ path, text }) => [path, text] as const))("%s says what the code says", async (path, text) => {
  expect(await Bun.file(path).text()).toBe(text)
})

test("the folder has no other file", () => {
  const existing = readdirSync(pythonFolder).filter((name) => name.endsWith(".py"))
  expect(existing.map((name) => `${pythonFolder}/${name}`).sort()).toEqual(files.map(({ path }) => path).sort())
})

test("every operation is a method of both clients, with its example", () => {
  const text = files.map((file) => file.text).join("")
  for (const { name } of keyOperations) {
    expect(text.match(new RegExp(`\\("${name}", (?:"\\w+", )?body`, "g")), name).toHaveLength(2)
    const call = name.split(".").map(pythonName).join(".")
    expect(text, name).toContain(`>>> client.${call}(`)
  }
})

test("names are those of Python, and can be turned back", () => {
  expect([pythonName("refillDay"), pythonName("from"), pythonName("type")]).toEqual(["refill_day", "from_", "type"])
  expect(() => pythonName("refill_day")).toThrow("rename the field")
  expect(pythonWords("See keys.updateKey, and `refillDay` of `plan`. Node.js is not one.")).toBe(
    "See keys.update_key, and `refill_day` of `plan`. Node.js is not one.",
  )
})
