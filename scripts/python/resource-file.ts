import responseExamples from "../../src/http/openapi/response-examples.gen.json"
import { callersOf, kindOf, methodName, purposeOf } from "../client/operation-facts.ts"
import type { Collected, Method } from "../clients/method.ts"
import type { Field, Models } from "../clients/models.ts"
import { pascalCase } from "../clients/names.ts"
import { docstring } from "./docstring.ts"
import { resultLiteral } from "./literal.ts"
import { exampleCall } from "./method.ts"
import { importsFor, notice } from "./model-files.ts"
import { pythonWords, snakeCase } from "./names.ts"

type Mode = "sync" | "async"

/** The methods of one resource, in a class for programs that wait and one for asyncio. */
export function resourceFile(resource: string, methods: readonly Method[], collected: Collected): string {
  const body = (["sync", "async"] as const).map((mode) => classOf(resource, methods, mode, collected)).join("\n\n")
  const uses = (name: string) => new RegExp(`\\b${name}\\b`).test(body)
  const own = [
    ...localImport("_call", ["Body", "CallOptions"]),
    ...localImport("_pages", ["AsyncPages", "Page"].filter(uses)),
    ...localImport("_transport", ["AsyncTransport", "Transport"]),
    ...localImport("_wire", ["NOT_GIVEN", "NotGiven", "encode"].filter(uses)),
    ...localImport(
      "_generated",
      ["models", "params"].filter((name) => uses(`${name}\\.\\w+`)),
    ),
  ].toSorted((one, other) => (one.includes("_generated") ? 1 : other.includes("_generated") ? -1 : 0))
  const standard = importsFor(body, [])
  return [
    notice,
    docstring([purposeOf(resource)], ""),
    "from __future__ import annotations\n",
    ...(standard.length > 0 ? [standard.join("\n"), ""] : []),
    own.join("\n").replace("from .._generated", "from ."),
    "",
    "",
    body,
  ].join("\n")
}

function localImport(module: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`from ..${module} import ${names.join(", ")}`]
}

export function className(resource: string, mode: Mode): string {
  return `${mode === "async" ? "Async" : ""}${pascalCase(resource)}`
}

function classOf(resource: string, methods: readonly Method[], mode: Mode, collected: Collected): string {
  const transport = mode === "sync" ? "Transport" : "AsyncTransport"
  return [
    `class ${className(resource, mode)}:\n${docstring([purposeOf(resource)], "    ")}`,
    `    def __init__(self, transport: ${transport}) -> None:\n        self._transport = transport\n`,
    ...methods.map((method) => methodText(method, mode, collected)),
  ].join("\n")
}

function methodText(method: Method, mode: Mode, collected: Collected): string {
  const { operation, fields, list } = method
  const ordered = [...fields.filter(({ isRequired }) => isRequired), ...fields.filter(({ isRequired }) => !isRequired)]
  const parameters = [
    "self",
    ...(list === undefined ? ["*"] : [`items: ${qualified(list, "params")}`, "*"]),
    ...ordered.map(parameter),
    "options: CallOptions | None = None",
  ]
  const awaited = mode === "async" && !operation.paged ? "async " : ""
  return [
    `    ${awaited}def ${snakeCase(methodName(operation))}(\n`,
    parameters.map((one) => `        ${one},\n`).join(""),
    `    ) -> ${returnType(method, mode)}:\n`,
    docstring(docOf(method, mode, ordered, collected), "        "),
    callText(method, mode, collected),
  ].join("")
}

function parameter({ name, type, isRequired }: Field): string {
  const text = qualified(type, "params")
  return isRequired ? `${name}: ${text}` : `${name}: ${text} | NotGiven = NOT_GIVEN`
}

function returnType({ operation, result = "None" }: Method, mode: Mode): string {
  const text = qualified(result, "models")
  if (!operation.paged) return text
  return mode === "sync" ? `Page[${text}]` : `AsyncPages[${text}]`
}

function callText({ operation, fields, list, result }: Method, mode: Mode, { inputs }: Collected): string {
  const { name, paged } = operation
  const entries = fields.map((field) => `            "${field.wireName}": ${sent(field, inputs)},\n`)
  const listed = list === undefined ? "" : encoded("items", list)
  const dictionary = entries.length === 0 ? "{}" : `{\n${entries.join("")}        }`
  const body = `        body: Body = ${listed === "" ? dictionary : listed}\n`
  const names = paged ? [`"${name}"`] : [`"${name}"`, `"${kindOf(operation)}"`]
  const into = result === undefined ? [] : [qualified(result, "models")]
  const target = `self._transport.${paged ? "pages" : result === undefined ? "send" : "call"}`
  const call = `${target}(${[...names, "body", "options", ...into].join(", ")})`
  const awaited = mode === "async" && !paged ? `await ${call}` : call
  return `${body}        ${result === undefined ? "" : "return "}${awaited}\n`
}

/** Only dictionaries with known keys are converted. Keys of free maps belong to the caller. */
function sent({ name, type }: Field, inputs: Models): string {
  return hasModel(type, inputs) ? encoded(name, type) : name
}

function encoded(name: string, type: string): string {
  return `encode(${qualified(type, "params").replace(/ \| None$/, "")}, ${name})`
}

/** Other named types are texts, numbers or free maps. */
function hasModel(type: string, inputs: Models): boolean {
  return [...type.matchAll(/§(\w+)/g)].some(([, name = ""]) => inputs.modelNamed(name) !== undefined)
}

function qualified(type: string, module: "models" | "params"): string {
  return type.replaceAll("§", `${module}.`)
}

function docOf(method: Method, mode: Mode, fields: readonly Field[], collected: Collected): string[] {
  const { operation } = method
  const { summary, errors } = operation
  const described = fields.map(({ name, description }) => `    ${name}: ${description}`)
  return [
    pythonWords(summary),
    described.length === 0 ? "" : ["Args:", ...described].join("\n"),
    `Callers: ${callersOf(operation)}.`,
    errors.length === 0 ? "" : `Errors: ${errors.map((code) => `\`${code}\``).join(", ")}.`,
    exampleOf(method, mode, collected),
  ]
}

const recorded: Readonly<Record<string, { readonly data?: unknown }>> = responseExamples

function exampleOf(method: Method, mode: Mode, { inputs, results }: Collected): string {
  const { operation, result } = method
  const call = exampleCall(method, inputs)
  const awaited = mode === "async" ? `await ${call}` : call
  const data = recorded[operation.name]?.data
  const shown =
    result === undefined || data === undefined
      ? ""
      : `\n${resultLiteral(data, operation.paged ? `list[${result}]` : result, results)}`
  const lines = `${awaited}${operation.paged && shown !== "" ? ".data" : ""}`
    .split("\n")
    .map((line, index) => `${index === 0 ? ">>>" : "..."} ${line}`)
  return ["Example:", ...[...lines, ...shown.split("\n").slice(1)].map((line) => `    ${line}`)].join("\n")
}
