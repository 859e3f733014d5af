import type { Field, Models } from "../clients/models.ts"

/** Of a value inside others. */
const valueLength = 46

/** A value of an input as people write it in Python: names of fields are snake_case, keys of free maps stay as they are. */
export function inputLiteral(value: unknown, type: string, models: Models): string {
  const render: How["render"] = (_name, fields) => [
    "{",
    ...fields.map(([field, text]) => `${JSON.stringify(field.name)}: ${text}`),
    "}",
  ]
  return literal(value, type, models, { render, isWhole: true })
}

/** A result as Python shows it, with the fields that are there. */
export function resultLiteral(value: unknown, type: string, models: Models): string {
  const render: How["render"] = (name, fields) => [
    `${name}(`,
    ...fields.map(([field, text]) => `${field.name}=${text}`),
    ")",
  ]
  return literal(value, type, models, { render, isWhole: false })
}

interface How {
  readonly render: (name: string, fields: readonly (readonly [Field, string])[]) => readonly string[]
  /** Otherwise lists are shown by their first item. */
  readonly isWhole: boolean
}

function literal(value: unknown, type: string, models: Models, how: How): string {
  const { render, isWhole } = how
  if (value === null) return "None"
  if (typeof value === "boolean") return value ? "True" : "False"
  if (typeof value === "number") return isWhole ? grouped(value) : String(value)
  if (typeof value !== "object") return JSON.stringify(value)
  if (Array.isArray(value)) {
    const [, item = "Any"] = /^(?:list|Sequence)\[(.*)\]/.exec(type) ?? []
    const [shown, rest] = isWhole ? [value, []] : [value.slice(0, 1), value.length > 1 ? ["..."] : []]
    return joined(["[", ...shown.map((one) => literal(one, item, models, how)), ...rest, "]"])
  }
  const [, name = ""] = /^§(\w+)/.exec(type) ?? []
  const model = models.modelNamed(name)
  if (model === undefined) {
    const parts = Object.entries(value).map(
      ([key, one]) => `${JSON.stringify(key)}: ${literal(one, "Any", models, how)}`,
    )
    return joined(["{", ...parts, "}"])
  }
  const fields = Object.entries(value).map(([wireName, one]) => {
    const field = model.fields.find((each) => each.wireName === wireName)
    if (field === undefined) throw new Error(`The example of ${name} has the unknown field ${wireName}.`)
    return [field, literal(one, field.type, models, how)] as const
  })
  return joined(render(name, fields))
}

/** `60_000`, as people write numbers that they would have to count. */
function grouped(value: number): string {
  return Number.isInteger(value) && value >= 10_000 ? value.toLocaleString("en").replaceAll(",", "_") : String(value)
}

/** On one line if it fits, else with one part per line. The first and the last part are the brackets. */
export function joined(parts: readonly string[], length = valueLength): string {
  const [open = "", close = ""] = [parts[0], parts.at(-1)]
  const inner = parts.slice(1, -1)
  const short = `${open}${inner.join(", ")}${close}`
  if (short.length <= length && !short.includes("\n")) return short
  return `${open}\n${inner.map((part) => `    ${part.replaceAll("\n", "\n    ")},\n`).join("")}${close}`
}
