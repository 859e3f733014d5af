import type { JsonSchema, OpenApiDocument, OperationObject } from "../../openapi/model.ts"
import type { SearchEntry } from "../search/entry.ts"
import type { SearchSource } from "../search/search-page.ts"
import { objectHref, operationHref } from "./hrefs.ts"
import { homeOf } from "./tasks.ts"

/** One operation with all its routes, the canonical one first. */
export interface Entry {
  readonly name: string
  readonly operation: OperationObject
  readonly routes: readonly { readonly method: "GET" | "POST"; readonly path: string }[]
}

/** Paths with the same last segment are one operation. */
export function entriesOf({ paths }: OpenApiDocument): Entry[] {
  const routes = Object.entries(paths).flatMap(([path, { get, post }]) => [
    ...(post === undefined ? [] : [{ method: "POST" as const, path, operation: post }]),
    ...(get === undefined ? [] : [{ method: "GET" as const, path, operation: get }]),
  ])
  const groups = Map.groupBy(routes, ({ path, operation }) => lastSegmentName(path) ?? operation.operationId)
  return [...groups].flatMap(([name, all]) => {
    const [first] = all
    return first === undefined ? [] : [{ name, operation: first.operation, routes: all }]
  })
}

function lastSegmentName(path: string): string | undefined {
  return /^\/v\d+\/(\w+\.\w+)$/.exec(path)?.[1]
}

/** What the search finds in the reference. */
export function referenceEntries(document: () => Promise<OpenApiDocument>): SearchSource {
  return async () => {
    const made = await document()
    return [...entriesOf(made).map(operationEntry), ...Object.entries(made.components.schemas).map(objectEntry)]
  }
}

function operationEntry({ name, operation, routes }: Entry): SearchEntry {
  const { title, task } = homeOf(name)
  return {
    title: name,
    path: operationHref(name),
    kind: "operation",
    text: operation.summary.replaceAll("`", ""),
    words: [title, task, ...routes.map(({ path }) => path)].join(" "),
    body: "",
  }
}

function objectEntry([name, { description = "Object in requests and responses." }]: [string, JsonSchema]): SearchEntry {
  const text = description.replaceAll("`", "")
  // `RootKey` is found by "root key" too.
  const words = name.replace(/(?<=[a-z])(?=[A-Z])/g, " ")
  return { title: name, path: objectHref(name), kind: "object", text, words, body: "" }
}
