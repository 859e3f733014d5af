import { errorCodes } from "../../src/contract/error-table.ts"
import type { JsonSchema } from "../../src/http/openapi/model.ts"
import { operations } from "../../src/operations/index.ts"
import type { Operation } from "../../src/operations/operation.ts"
import { type Described, describeOperations } from "./described-operations.ts"
import {
  byResource,
  callersOf,
  isShared,
  keyOperations,
  kindOf,
  methodName,
  pageOperations,
  purposeOf,
  typeName,
} from "./operation-facts.ts"
import { type Direction, docComment, typeText } from "./type-text.ts"

const notice = "// Written by `npm run gen` from the operations of the service. Change those instead of this.\n"

/** The types of the client: the input and output of each operation, and all methods. */
export function clientTypes(): string {
  const { described, named } = describeOperations(operations)
  const shared = named.map(({ name, schema, direction }) => declaration(name, schema, direction))
  const own = described.flatMap(({ operation, input, output }) => [
    declaration(`${typeName(operation)}Input`, input, "request"),
    ...(isShared(output) ? [] : [declaration(`${typeName(operation)}Output`, output, "response")]),
  ])
  return [
    notice,
    'import type { CallOptions, PagedCall } from "../call.ts"',
    'import type { Result } from "../result.ts"\n',
    ...shared.sort(),
    ...own,
    declarationOfCodes(),
    "/** Every operation that takes a key as a method, grouped by resource. */",
    methods("Operations", keyOperations, described),
    "/** The operations for pages. They need no key, but a page of the service. */",
    methods("PageOperations", pageOperations, described),
  ].join("\n")
}

/** The facts about operations that the client needs at run time. */
export function clientOperations(version: string): string {
  return [
    notice,
    `export const version = ${JSON.stringify(version)}\n`,
    "/** Every operation that takes a key, by resource; its kind decides when a call may be repeated. */",
    kinds("operations", keyOperations),
    "/** The operations for pages, which need a session or nothing. */",
    kinds("pageOperations", pageOperations),
  ].join("\n")
}

function kinds(name: string, members: readonly Operation[]): string {
  const groups = byResource(members).map(([resource, members]) => {
    const lines = members.map((operation) => `    ${methodName(operation)}: "${kindOf(operation)}",\n`)
    return `  ${resource}: {\n${lines.join("")}  },\n`
  })
  return `export const ${name} = {\n${groups.join("")}} as const\n`
}

function methods(name: string, of: readonly Operation[], described: readonly Described[]): string {
  const groups = byResource(of).map(([resource, members]) => {
    const lines = described.filter(({ operation }) => members.includes(operation)).map(method)
    return `${docComment([purposeOf(resource)], "  ")}  readonly ${resource}: {\n${lines.join("")}  }\n`
  })
  return `export interface ${name} {\n${groups.join("")}}\n`
}

function method({ operation, input, output }: Described): string {
  const optional = input.type === "object" && (input.required ?? []).length === 0 ? "?" : ""
  const parameters = `input${optional}: ${typeName(operation)}Input, options?: CallOptions`
  const name = methodName(operation)
  const data = isShared(output) ? typeText(output, "response") : `${typeName(operation)}Output`
  const doc = docComment(docOf(operation), "    ")
  if (!operation.paged) return `${doc}    ${name}(${parameters}): Promise<Result<${data}>>\n`
  return `${doc}    readonly ${name}: PagedCall<[${parameters}], ${data.replace(/\[\]$/, "")}>\n`
}

function docOf(operation: Operation): string[] {
  const { summary, errors } = operation
  return [
    summary,
    "",
    `Callers: ${callersOf(operation)}.`,
    ...(errors.length === 0 ? [] : [`Errors: ${errors.map((code) => `\`${code}\``).join(", ")}.`]),
  ]
}

function declaration(name: string, schema: JsonSchema, direction: Direction): string {
  const text = typeText(schema, direction)
  return text.startsWith("{") && !text.includes("\n} | ")
    ? `export interface ${name} ${text}\n`
    : `export type ${name} = ${text}\n`
}

function declarationOfCodes(): string {
  return `/** Every code that the service can send, as \`<category>/<code>\`. */
export type ErrorCode =\n${errorCodes.map((code) => `  | "${code}"\n`).join("")}`
}
