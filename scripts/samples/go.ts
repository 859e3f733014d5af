import { methodName } from "../client/operation-facts.ts"
import type { Method } from "../clients/method.ts"
import type { Field, Models } from "../clients/models.ts"
import { isSecret } from "../clients/secrets.ts"
import { goWorld, type World } from "../go/model-files.ts"
import { modulePath } from "../go/module.ts"
import { goName } from "../go/names.ts"
import { exampleCall, loopName } from "../go/resource-file.ts"
import { bareType, formOf } from "../go/types.ts"

/** A program per operation: it calls the operation with its example, and prints what says most about the result. */
export function goSamples(): Readonly<Record<string, string>> {
  const world = goWorld()
  return Object.fromEntries(world.methods.map((method) => [method.operation.name, sampleOf(method, world)]))
}

function sampleOf(method: Method, world: World): string {
  const lines = linesOf(method, world)
  const text = lines.join("\n")
  const others = { "encoding/json": "json.", fmt: "fmt.", os: "os." }
  const used = Object.entries(others).flatMap(([name, start]) => (text.includes(start) ? [name] : []))
  const packages = ["context", "log", ...used].toSorted()
  return `package main

import (
${packages.map((name) => `\t"${name}"\n`).join("")}
\tkeyward "${modulePath}"
)

func main() {
\tctx := context.Background()
\t// KEYWARD_URL and KEYWARD_KEY name the service.
\tclient, err := keyward.New()
${indented(fatal)}

${indented(text)}
}`
}

const fatal = "if err != nil {\n\tlog.Fatal(err)\n}"

function linesOf(method: Method, world: World): readonly string[] {
  const { operation, result } = method
  const name = goName(methodName(operation))
  if (result === undefined) return [`err = ${exampleCall(method, name, world)}`, fatal]
  const { results } = world.collected
  const variable = nameFor(result)
  const printing = printLines(variable, result, results)
  if (operation.paged) {
    const call = exampleCall(method, loopName(name), world)
    return [`for ${variable}, err := range ${call} {`, indented([fatal, ...printing].join("\n")), "}"]
  }
  return [`${variable}, err := ${exampleCall(method, name, world)}`, fatal, ...printing]
}

/** The first two texts, numbers or truths, and what is shown only once. */
function printLines(variable: string, type: string, results: Models): readonly string[] {
  if (type.startsWith("[]")) return loopOver(variable, type.slice(2), results)
  const fields = results.modelNamed(type.replace("§", ""))?.fields ?? []
  const plain = fields.filter(isPlain)
  const shown = new Set([...plain.slice(0, 2), ...plain.filter((field) => isSecret(field) && field.isRequired)])
  if (shown.size > 0) return [`fmt.Println(${[...shown].map(({ name }) => `${variable}.${name}`).join(", ")})`]
  const list = fields.find((field) => bareType(field.type).startsWith("[]§"))
  if (list === undefined) return [`json.NewEncoder(os.Stdout).Encode(${variable})`]
  return loopOver(`${variable}.${list.name}`, bareType(list.type).slice(2), results)
}

function loopOver(list: string, item: string, results: Models): readonly string[] {
  const variable = nameFor(item)
  return [`for _, ${variable} := range ${list} {`, indented(printLines(variable, item, results).join("\n")), "}"]
}

function isPlain(field: Field): boolean {
  return formOf(field, "response") === "plain" && /^(string|bool|int64|float64|[A-Z]\w*)$/.test(bareType(field.type))
}

/** `api` for an `API`, `permissions` for a list of them, and `result` for what has no noun of its own. */
function nameFor(type: string): string {
  if (type.startsWith("[]")) return `${nameFor(type.slice(2))}s`
  const [, noun = ""] = /^§?(?:Minted|Rotated|Listed|Logged)?(\w+?)(?:OfKey|WithCounts)?$/.exec(type) ?? []
  if (noun === "" || noun.endsWith("Result")) return "result"
  return /^[A-Z]+$/.test(noun) ? noun.toLowerCase() : noun.charAt(0).toLowerCase() + noun.slice(1)
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, "\t")
}
