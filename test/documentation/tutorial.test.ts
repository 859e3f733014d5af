import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { Glob } from "bun"
import { blocksIn, placeOf } from "./page.ts"

test("the code that the tutorial shows is the code of its example", () => {
  const files = [...new Glob("examples/weather/*.ts").scanSync(".")].map((path) => readFileSync(path, "utf8"))
  const shown = blocksIn("docs/tutorial.md").filter(({ language }) => language === "ts")
  expect(shown).not.toBeEmpty()
  const invented = shown.filter(({ text }) => !files.some((file) => file.includes(text)))
  expect(invented.map(placeOf)).toEqual([])
})
