import { typescriptLiteral } from "../../../src/core/samples/typescript-literal.ts"
import type { JsonSchema } from "../../../src/http/openapi/model.ts"
import type { Operation } from "../../../src/operations/operation.ts"
import type { Described } from "../described-operations.ts"
import { callersOf, isShared, kindOf, methodName } from "../operation-facts.ts"
import { typeText } from "../type-text.ts"
import { table } from "./markdown.ts"

/** One method: an example, its input, what it returns, who may call it, and its errors. */
export function methodSection({ operation, input, output }: Described): string {
  const { summary, errors } = operation
  return [
    `## ${methodName(operation)}`,
    summary,
    `\`\`\`ts\n${callOf(operation)}\n\`\`\``,
    inputRows(input).length === 0 ? "It takes no input." : inputTable(input),
    returned(operation, output),
    [
      `- Callers: ${callersOf(operation)}.`,
      ...(errors.length === 0 ? [] : [`- Errors: ${errors.map((code) => `\`${code}\``).join(", ")}.`]),
      `- Retries: as ${retries[kindOf(operation)]}.`,
    ].join("\n"),
  ].join("\n\n")
}

const retries: Readonly<Record<string, string>> = {
  query: "[a read](../results.md#retries)",
  pages: "[a read](../results.md#retries)",
  mutation: "[a change](../results.md#retries)",
  once: "[a change without an idempotency key](../results.md#retries)",
  consumption: "[a consumption](../results.md#retries)",
}

/** As wide as the block of a page. */
const lineLength = 84

function callOf(operation: Operation): string {
  const { example, name, paged } = operation
  const isEmpty = example === undefined || Object.keys(Object(example)).length === 0
  const start = paged ? "const { data, pagination, error }" : "const { data, error }"
  const call = `${start} = await keyward.${name}(`
  const input = isEmpty ? "" : typescriptLiteral(example, { outer: lineLength - call.length, inner: 70 })
  if (!paged) return `${call}${input})`
  const loop = `for await (const item of keyward.${name}.all(${input})) {\n  console.log(item)\n}`
  return `${call}${input})\n\n${loop}`
}

export function inputTable(input: JsonSchema): string {
  return table(["input", "type", "meaning"], inputRows(input))
}

/** Fields of objects inside are listed with dots, and named types by their name. */
function inputRows(schema: JsonSchema, path = ""): string[][] {
  const { properties = {}, required = [] } = schema
  return Object.entries(properties).flatMap(([name, field]) => {
    if (typeof field === "boolean") return []
    const isRequired = required.includes(name)
    const full = `${path}${name}`
    const inside = inlineObject(field)
    const row = [`\`${full}\`${isRequired ? ", required" : ""}`, typeCell(field), meaningOf(field)]
    return inside === undefined ? [row] : [row, ...inputRows(inside.schema, `${full}${inside.mark}.`)]
  })
}

/** An object without a name, or the object of a list. */
function inlineObject(field: JsonSchema): { readonly schema: JsonSchema; readonly mark: string } | undefined {
  if (field.properties !== undefined) return { schema: field, mark: "" }
  const { items } = field
  if (typeof items !== "object" || Array.isArray(items) || items.properties === undefined) return undefined
  return { schema: items, mark: "[]" }
}

function typeCell(field: JsonSchema): string {
  const inside = inlineObject(field)
  if (inside !== undefined) return inside.mark === "" ? "object" : "list of objects"
  const text = typeText(field, "request").replaceAll("readonly ", "").replace(/\s+/g, " ")
  return linked(text)
}

function meaningOf({ description = "", default: fallback }: JsonSchema): string {
  return [description, ...(fallback === undefined ? [] : [`Default: \`${JSON.stringify(fallback)}\`.`])]
    .join(" ")
    .trim()
}

function returned({ paged }: Operation, output: JsonSchema): string {
  if (isShared(output)) {
    const text = typeText(output, "response")
    return paged ? `Returns pages of ${linked(text.replace(/\[\]$/, ""))}.` : `Returns ${linked(text)}.`
  }
  const text = typeText(output, "response")
  if (text === "Record<string, never>") return "Returns an empty object."
  const item = paged ? text.replace(/\[\]$/, "") : text
  return `Returns${paged ? " pages of" : ""}:\n\n\`\`\`ts\n${item}\n\`\`\``
}

/** Types that the client exports lead to their declaration. */
function linked(text: string): string {
  const [, name = "", list = ""] = /^([A-Z]\w+)((?:\[\])?)$/.exec(text) ?? []
  if (name === "" || name === "Record") return `\`${text}\``
  return `[\`${name}${list}\`](../types.md#${name.toLowerCase()})`
}
