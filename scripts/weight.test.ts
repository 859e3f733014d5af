import { expect, test } from "bun:test"
import { tableOf, weightsOf } from "./weight.ts"

const now = weightsOf([
  ["src/app.ts", 90],
  ["src/core/verify.ts", 1_200],
  ["src/core/explain/why.ts", 40],
  ["src/core/verify.test.ts", 500],
  ["src/operations/all.gen.ts", 300],
  ["src/storage/conformance/keys.ts", 700],
  ["dashboard/src/ui/button.css", 30],
  ["docs/speed.md", 80],
])

test("rooms are weighed with what is below them, without tests and generated code", () => {
  expect(tableOf(now).split("\n")).toEqual([
    "room              lines  files",
    "dashboard/src        30      1",
    "dashboard/src/ui     30      1",
    "src               1,330      3",
    "src/*                90      1",
    "src/core          1,240      2",
    "together          1,360      4",
  ])
})

test("beside those of a commit, rooms that came and rooms that went are shown", () => {
  const before = weightsOf([
    ["src/app.ts", 100],
    ["src/fronts/link.ts", 50],
  ])
  const after = weightsOf([
    ["src/app.ts", 90],
    ["src/core/verify.ts", 1_200],
  ])
  expect(tableOf(after, before).split("\n")).toEqual([
    "room        lines    now          files  now",
    "src           150  1,290  +1,140      2    2   0",
    "src/*         100     90     -10      1    1   0",
    "src/core        0  1,200  +1,200      0    1  +1",
    "src/fronts     50      0     -50      1    0  -1",
    "together      150  1,290  +1,140      2    2   0",
  ])
})
