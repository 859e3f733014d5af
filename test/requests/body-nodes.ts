import { z } from "zod"
import type { Operation } from "../../src/operations/operation.ts"

/** The part of JSON Schema that inputs of operations use. */
export interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minimum?: number
  readonly minLength?: number
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
}

/** A position in a body that holds one value. */
export interface Node {
  readonly path: readonly (string | number)[]
  /** The allowed JSON types. */
  readonly types: ReadonlySet<string>
  /** `meta` holds any object of the caller. */
  readonly kind: "declared" | "meta" | "inside meta"
  /** A body with a valid value at this position. */
  readonly body: unknown
}

/** Every position at every depth of an operation's input, whether or not its example uses it. */
export function nodesOf(operation: Operation, example: unknown): Node[] {
  const root: Schema = JSON.parse(
    JSON.stringify(z.toJSONSchema(operation.input, { io: "input", unrepresentable: "any" })),
  )
  const branches = (schema: Schema): readonly Schema[] => {
    if (schema.$ref !== undefined) return branches(root.$defs?.[schema.$ref.replace("#/$defs/", "")] ?? {})
    return (schema.anyOf ?? schema.oneOf)?.flatMap(branches) ?? [schema]
  }

  const walk = (schema: Schema, path: Node["path"], body: unknown): Node[] => {
    const forms = branches(schema)
    const types = new Set(forms.flatMap(({ type }) => type ?? []))
    if (!forms.some(isMeta)) {
      return [{ path, types, kind: "declared", body }, ...forms.flatMap((form) => walkInto(form, path, body))]
    }
    const withMember = putAt(body, path, { plan: "pro" })
    return [
      { path, types, kind: "meta", body },
      { path: [...path, "plan"], types: anyType, kind: "inside meta", body: withMember },
    ]
  }

  const walkInto = (form: Schema, path: Node["path"], body: unknown): Node[] => {
    const present = valueAt(body, path)
    if (form.type === "array" && form.items !== undefined) {
      const first = Array.isArray(present) && present.length > 0 ? present[0] : sampleOf(form.items, path.at(-1))
      return walk(form.items, [...path, 0], putAt(body, [...path, 0], first))
    }
    const isThisForm = typeof present === "object" && present !== null && fits(form, present)
    const base = isThisForm ? body : putAt(body, path, sampleOf(form, path.at(-1)))
    return Object.entries(form.properties ?? {}).flatMap(([name, member]) => {
      const place = [...path, name]
      const hasMember = valueAt(base, place) !== undefined
      return walk(member, place, hasMember ? base : putAt(base, place, sampleOf(member, name)))
    })
  }

  /** A value that fits the schema, with every required and optional field. */
  const sampleOf = (schema: Schema, name: string | number | undefined): unknown => {
    const [form = {}] = branches(schema)
    if (form.const !== undefined) return form.const
    if (form.enum !== undefined) return form.enum[0]
    const known = typeof name === "string" ? knownSamples[name] : undefined
    switch (form.type) {
      case "string":
        return known ?? "sample"
      case "integer":
        return form.minimum ?? 1
      case "boolean":
        return true
      case "array":
        return [sampleOf(form.items ?? {}, name)]
      case "object":
        return Object.fromEntries(
          Object.entries(form.properties ?? {}).map(([member, value]) => [member, sampleOf(value, member)]),
        )
      default:
        return null
    }
  }

  return walk(root, [], example)
}

/** Values for schemas that no plain word fits. */
const knownSamples: Readonly<Record<string, string>> = {
  ip: "10.1.2.3",
  ipAllowlist: "10.0.0.0/8",
  hash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  cursor: "",
}

const anyType: ReadonlySet<string> = new Set(["string", "integer", "number", "boolean", "array", "object", "null"])

function isMeta({ type, properties, additionalProperties }: Schema): boolean {
  return type === "object" && properties === undefined && additionalProperties === true
}

/** Distinguishes the forms of a union by their constant fields. */
function fits({ properties = {} }: Schema, value: object): boolean {
  return Object.entries(properties).every(
    ([name, member]) => member.const === undefined || Reflect.get(value, name) === member.const,
  )
}

export function valueAt(body: unknown, path: Node["path"]): unknown {
  return path.reduce<unknown>(
    (value, step) => (typeof value === "object" && value !== null ? Reflect.get(value, step) : undefined),
    body,
  )
}

/** A copy of the body with another value at the position. */
export function putAt(body: unknown, path: Node["path"], value: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return value
  const inner = putAt(valueAt(body, [step]), rest, value)
  if (typeof step === "number") {
    const items = Array.isArray(body) ? [...body] : []
    items[step] = inner
    return items
  }
  return { ...Object(body), [step]: inner }
}
