import { errorCodes } from "../../src/contract/error-table.ts"
import responseExamples from "../../src/http/openapi/response-examples.gen.json"
import { callersOf, kindOf, methodName, purposeOf } from "../client/operation-facts.ts"
import type { Method } from "../clients/method.ts"
import { codeNames } from "./code-names.ts"
import { comment } from "./comment.ts"
import { literal } from "./literal.ts"
import type { World } from "./model-files.ts"
import { goName, goWords, serviceName, thirdPerson } from "./names.ts"
import { goFile } from "./source.ts"

/** The methods of one resource. */
export function resourceFile(resource: string, world: World): string {
  const methods = world.methods.filter(({ operation }) => operation.name.startsWith(`${resource}.`))
  const service = serviceName(resource)
  const doc = comment([`${service} has the methods of this resource: ${lowerFirst(goWords(purposeOf(resource)))}`])
  const imports = ["context", ...(methods.some(({ operation }) => operation.paged) ? ["iter"] : [])]
  return goFile(imports, [
    `${doc}type ${service} struct {\n\tt *transport\n}\n`,
    ...methods.flatMap((method) => methodTexts(method, service, world)),
  ])
}

function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}

function methodTexts(method: Method, service: string, world: World): string[] {
  const { operation, result } = method
  const name = goName(methodName(operation))
  const { parameters, argument } = inputOf(method)
  const bare = result?.replace("§", "")
  const kind = JSON.stringify(operation.name)
  const receiver = `func (s *${service})`
  if (operation.paged) {
    const all = loopName(name)
    return [
      `${comment(docOf(method, name, world))}${receiver} ${name}(${parameters}) (*Page[${bare}], error) {\n\treturn firstPage[${bare}](ctx, s.t, ${kind}, ${argument}, options)\n}\n`,
      `${comment([`${all} is like [${service}.${name}], and requests the next page when the loop needs it.`])}${receiver} ${all}(${parameters}) iter.Seq2[${bare}, error] {\n\treturn allItems[${bare}](ctx, s.t, ${kind}, ${argument}, options)\n}\n`,
    ]
  }
  const call = `(ctx, s.t, ${kind}, ${kindOf(operation)}, ${argument}, options)`
  const head = `${comment(docOf(method, name, world))}${receiver} ${name}(${parameters})`
  if (bare === undefined) return [`${head} error {\n\treturn send${call}\n}\n`]
  if (bare.startsWith("[]"))
    return [`${head} (${bare}, error) {\n\treturn callList[${bare.slice(2).replace("§", "")}]${call}\n}\n`]
  return [`${head} (*${bare}, error) {\n\treturn call[${bare}]${call}\n}\n`]
}

function inputOf({ input, list }: Method): { readonly parameters: string; readonly argument: string } {
  const end = "options ...CallOption"
  if (list !== undefined)
    return { parameters: `ctx context.Context, inputs ${list.replace("§", "")}, ${end}`, argument: "inputs" }
  if (input === undefined) return { parameters: `ctx context.Context, ${end}`, argument: "noInput{}" }
  return { parameters: `ctx context.Context, input ${input.replace("§", "")}, ${end}`, argument: "input" }
}

function docOf(method: Method, name: string, world: World): string[] {
  const { operation } = method
  const { summary, errors } = operation
  const known = codeNames()
  const links = errorCodes.filter((code) => errors.includes(code)).map((code) => `[${known.get(code)}]`)
  return [
    `${name} ${goWords(thirdPerson(summary))}`,
    `Callers: ${callersOf(operation).replaceAll("`", "")}.`,
    links.length === 0 ? "" : `Errors: ${links.join(", ")}.`,
    ...exampleOf(method, name, world),
  ]
}

const recorded: Readonly<Record<string, { readonly data?: unknown }>> = responseExamples

/** The example of the operation as a call: `client.APIs.CreateAPI(ctx, keyward.CreateAPIInput{Name: "Payments"})`. */
export function exampleCall({ operation, list, input }: Method, name: string, { collected, enums }: World): string {
  const type = list ?? input
  const how = { models: collected.inputs, enums, direction: "request" } as const
  const argument = type === undefined ? "" : `, ${literal(operation.example ?? {}, type, how)}`
  const [resource = ""] = operation.name.split(".")
  return `client.${goName(resource)}.${name}(ctx${argument})`
}

/** `AllKeys`, which returns what `ListKeys` returns on all pages. */
export function loopName(name: string): string {
  return name.replace(/^List/, "All")
}

function exampleOf(method: Method, name: string, world: World): string[] {
  const { operation, result } = method
  const { collected, enums } = world
  const call = exampleCall(method, name, world)
  const variable = operation.paged ? "page" : "result"
  const example = ["Example:", indented(`${result === undefined ? "err" : `${variable}, err`} := ${call}`)]
  const data = recorded[operation.name]?.data
  if (result === undefined || data === undefined) return example
  const shown = operation.paged ? `[]${result}` : result
  const text = literal(data, shown, { models: collected.results, enums, direction: "response" })
  const what = operation.paged
    ? "page.Items begins with:"
    : shown.startsWith("[]")
      ? "The result begins with:"
      : "The result is:"
  return [...example, what, indented(`${shown.startsWith("[]") ? "" : "&"}${text}`)]
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, "\t")
}
