import { describe, expect, test } from "bun:test"
import { operations } from "../../../operations/index.ts"
import { openApiDocument } from "../../openapi/document.ts"
import type { JsonSchema } from "../../openapi/model.ts"
import { entriesOf } from "./entries.ts"
import { pickersFor } from "./pickers.ts"
import { homeOf, tasks } from "./tasks.ts"

const about = { version: "1.2.3", url: "https://keys.example.com", docsBase: "https://keys.example.com" }
const document = openApiDocument(operations, about)
const names = entriesOf(document).map(({ name }) => name)

describe("the side bar", () => {
  test("has every operation once, and no other", () => {
    const listed = tasks.flatMap((task) => task.operations)
    expect(listed.toSorted()).toEqual(names.toSorted())
  })

  test("gives no two operations of a task the same title", () => {
    for (const { operations: listed } of tasks) {
      const titles = listed.map((name) => homeOf(name).title)
      expect(new Set(titles).size).toBe(titles.length)
    }
  })
})

test("a picker offers a field that the list really returns", () => {
  const pickers = new Map(
    operations.flatMap(({ name }) => {
      const content = document.paths[`/v2/${name}`]?.post?.requestBody?.content["application/json"]
      return pickersFor(content?.example).map((picker) => [picker.field, picker] as const)
    }),
  )
  expect(pickers.size).toBeGreaterThan(7)
  for (const { list, value, label } of pickers.values()) {
    const fields = Object.keys(entryOf(list).properties ?? {})
    expect(fields, list).toContain(value)
    expect(fields, list).toContain(label)
  }
})

function entryOf(list: string): JsonSchema {
  const response = document.paths[`/v2/${list}`]?.post?.responses[200]
  if (response === undefined || "$ref" in response) return {}
  const data = response.content?.["application/json"]?.schema?.properties?.data
  const items = typeof data === "object" ? data.items : undefined
  if (typeof items !== "object" || Array.isArray(items)) return {}
  return document.components.schemas[items.$ref?.split("/").at(-1) ?? ""] ?? items
}
