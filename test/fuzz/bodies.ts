import type { Operation } from "../../src/operations/operation.ts"
import type { Random } from "../harness/random.ts"
import { type Node, nodesOf, putAt, valueAt } from "../requests/body-nodes.ts"
import { garbage, unknownFields } from "./garbage.ts"

/** One request body, and whether it must be refused. */
export interface FuzzedBody {
  readonly name: string
  readonly text: string
  /** If true, the server must refuse the body. */
  readonly isIllegal: boolean
}

/** For every position of the input, bodies that are valid except at this position. */
export function fuzzedBodies(
  operation: Operation,
  example: unknown,
  { random, variations }: { readonly random: Random; readonly variations: number },
): FuzzedBody[] {
  return nodesOf(operation, example).flatMap((node) => random.some(variationsOf(node), variations))
}

function variationsOf(node: Node): FuzzedBody[] {
  return [...replacements(node), ...duplicates(node), ...additions(node), ...removals(node)]
}

function replacements(node: Node): FuzzedBody[] {
  return garbage
    .filter(({ json }) => json !== "" || typeof node.path.at(-1) === "string")
    .map((one) => ({
      name: `${placeOf(node)} is ${one.name}`,
      text: written(node.body, node.path, one.json),
      isIllegal: one.isIllegal(node),
    }))
}

/** If a field occurs twice, the last one counts. */
function duplicates(node: Node): FuzzedBody[] {
  const name = node.path.at(-1)
  if (typeof name !== "string") return []
  const member = `${JSON.stringify(name)}:`
  const legal = JSON.stringify(valueAt(node.body, node.path))
  const illegal = '"\\ud800"'
  const twice = (first: string, second: string) => written(node.body, node.path, `${first},${member}${second}`)
  return [
    { name: `${placeOf(node)} twice, wrong at last`, text: twice(legal, illegal), isIllegal: true },
    { name: `${placeOf(node)} twice, right at last`, text: twice(illegal, legal), isIllegal: false },
  ]
}

/** Unknown fields beside the known ones. */
function additions(node: Node): FuzzedBody[] {
  const value = valueAt(node.body, node.path)
  const isStrict = node.types.has("object") && node.kind === "declared"
  if (!isStrict || typeof value !== "object" || value === null) return []
  const members = JSON.stringify(value).slice(1, -1)
  return unknownFields.map((name) => {
    const added = [members, `${JSON.stringify(name)}:{"a":1}`].filter((part) => part !== "").join(",")
    const text = written(node.body, node.path, `{${added}}`)
    return { name: `${placeOf(node)} with ${JSON.stringify(name.slice(0, 40))}`, text, isIllegal: true }
  })
}

function removals(node: Node): FuzzedBody[] {
  if (node.path.length === 0) return []
  const text = JSON.stringify(putAt(node.body, node.path, undefined))
  return [{ name: `${placeOf(node)} left out`, text, isIllegal: false }]
}

const mark = "the place of the garbage"

/** The body as JSON, with this text at the position even if the result is not JSON. */
function written(body: unknown, path: Node["path"], text: string): string {
  return JSON.stringify(putAt(body, path, mark)).replace(JSON.stringify(mark), () => text)
}

function placeOf({ path }: Node): string {
  return ["body", ...path].join(".")
}
