import { collectMethods } from "../clients/collect-methods.ts"
import type { Collected, Method } from "../clients/method.ts"
import type { Field, Models } from "../clients/models.ts"
import { isSecret } from "../clients/secrets.ts"
import { python } from "../python/dialect.ts"
import { exampleCall } from "../python/method.ts"
import { snakeCase } from "../python/names.ts"

/** A program per operation: it calls the operation with its example, and prints what it returns. */
export function pythonSamples(): Readonly<Record<string, string>> {
  const { methods, collected } = collectMethods(python)
  return Object.fromEntries(methods.map((method) => [method.operation.name, sampleOf(method, collected)]))
}

function sampleOf(method: Method, collected: Collected): string {
  return [
    "from keyward import Keyward",
    "",
    "client = Keyward()  # reads KEYWARD_URL and KEYWARD_KEY",
    "",
    ...linesOf(method, collected),
  ].join("\n")
}

function linesOf(method: Method, { inputs, results }: Collected): readonly string[] {
  const { operation, result } = method
  if (result === undefined) return [exampleCall(method, inputs)]
  const name = nameFor(result)
  if (operation.paged) {
    const loop = `for ${name} in page:  # requests the next pages too`
    return [exampleCall(method, inputs, "page = "), loop, `    print(${name})`]
  }
  const once = operation.kind === "mutation" ? secretsIn(name, result, results) : undefined
  return [exampleCall(method, inputs, `${name} = `), ...(once ?? [`print(${shownValue(name, result, results)})`])]
}

/** The text of a result leaves secrets out. What is shown only once is printed by its name, or it would be lost. */
function secretsIn(name: string, result: string, results: Models): readonly string[] | undefined {
  const fields = fieldsOf(result, results)
  const secrets = fields.filter(isSecret)
  const [first] = fields
  if (first !== undefined && secrets.length > 0) {
    const shown = new Set([first, ...secrets].map((field) => `${name}.${field.name}`))
    return [`print(${[...shown].join(", ")})`]
  }
  for (const { name: list, type } of fields.filter((field) => field.type.startsWith("list["))) {
    const item = nameFor(itemOf(type))
    const lines = secretsIn(item, itemOf(type), results)
    if (lines !== undefined) return [`for ${item} in ${name}.${list}:`, ...lines.map((line) => `    ${line}`)]
  }
  return undefined
}

/** What has one field only, such as the id of a new object, is told by that field. */
function shownValue(name: string, result: string, results: Models): string {
  const [only, ...others] = fieldsOf(result, results)
  return only === undefined || others.length > 0 ? name : `${name}.${only.name}`
}

function fieldsOf(type: string, results: Models): readonly Field[] {
  return results.modelNamed(type.replace("§", ""))?.fields ?? []
}

/** `api` for an `Api`, `permissions` for a list of them, and `result` for what has no noun of its own. */
function nameFor(type: string): string {
  if (type.startsWith("list[")) return `${nameFor(itemOf(type))}s`
  const [, noun] = /^§(?:Minted|Rotated|Listed|Logged)?(\w+?)(?:OfKey|WithCounts)?$/.exec(type) ?? []
  const special = noun === undefined ? undefined : specialNames[noun]
  if (special !== undefined) return special
  return noun === undefined || noun.endsWith("Response") ? "result" : snakeCase(noun).slice(1)
}

/** `credits` is a word of the Python prompt. */
const specialNames: Readonly<Record<string, string>> = { Credits: "balance", VerifyKeyResponse: "verdict" }

function itemOf(list: string): string {
  return list.slice("list[".length, -1)
}
