import type { Direction } from "../client/type-text.ts"
import { collectMethods } from "../clients/collect-methods.ts"
import type { Collected, Method } from "../clients/method.ts"
import type { Field, Models } from "../clients/models.ts"
import { comment } from "./comment.ts"
import { type Enum, goDialect } from "./dialect.ts"
import { goName, linkTo } from "./names.ts"
import { goFile } from "./source.ts"
import { structOf } from "./struct.ts"

/** Everything that the generator knows. */
export interface World {
  readonly collected: Collected
  readonly enums: readonly Enum[]
  readonly methods: readonly Method[]
}

export function goWorld(): World {
  const { dialect, enums } = goDialect()
  const { methods, collected } = collectMethods(dialect)
  return { collected, enums: [...enums.values()], methods }
}

/** The types of results and inputs, and the texts with constants that both have. */
export function modelsFiles(world: World): readonly { readonly name: string; readonly text: string }[] {
  const { inputs, results } = world.collected
  return [
    { name: "results", text: structsFile(results, "response", world) },
    { name: "inputs", text: structsFile(inputs, "request", world) },
    { name: "enums", text: enumsFile(world) },
  ]
}

function structsFile(models: Models, direction: Direction, world: World): string {
  const structs = models.models().map((model) => structOf(model, direction, [docOf(model.name, models, world)]))
  const text = structs.join("")
  return goFile(text.includes("fmt.Sprintf") ? ["fmt"] : [], structs)
}

/** What the type is for: an operation, or a field of another type. */
function docOf(name: string, models: Models, { methods }: World): string {
  const taking = methods.find(({ input, list }) => input === `§${name}` || list === `[]§${name}`)
  if (taking !== undefined) return `${name} is the input of ${linkTo(taking.operation.name)}.`
  const returning = methods.filter(({ result }) => result?.replace(/^\[\]/, "") === `§${name}`)
  const [first] = returning
  if (first !== undefined) return `${name} is a result of ${linkTo(first.operation.name)}.`
  const [use] = usesOf(name, models)
  if (use === undefined) return ""
  return `${name} is the type of [${use.model}.${use.field.name}].`
}

function usesOf(name: string, models: Models): readonly { readonly model: string; readonly field: Field }[] {
  const pattern = new RegExp(`(^|[?\\]])§?${name}$`)
  return models
    .models()
    .flatMap((model) =>
      model.fields.filter(({ type }) => pattern.test(type)).map((field) => ({ model: model.name, field })),
    )
}

function enumsFile({ collected: { inputs, results }, enums }: World): string {
  const sorted = enums.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const declarations = sorted.map(({ name, values }) => {
    const [use] = [...usesOf(name, results), ...usesOf(name, inputs)]
    const doc = comment([use === undefined ? "" : `${name} is the type of [${use.model}.${use.field.name}].`])
    const width = Math.max(...values.map((value) => goName(value).length))
    const constants = values.map(
      (value) => `\t${(name + goName(value)).padEnd(name.length + width)} ${name} = ${JSON.stringify(value)}\n`,
    )
    return `${doc}type ${name} string\n\n// Values of [${name}]. A newer service may send others.\nconst (\n${constants.join("")})\n`
  })
  return goFile([], declarations)
}
