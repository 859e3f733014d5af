import { isDeepStrictEqual } from "node:util"
import type { JsonSchema } from "../../src/http/openapi/model.ts"
import type { Direction } from "../client/type-text.ts"
import { mergeObjects } from "./merge.ts"
import { pascalCase, pythonName, pythonWords, singular } from "./names.ts"

export interface Field {
  readonly name: string
  readonly wireName: string
  readonly type: string
  readonly schema: JsonSchema
  readonly isRequired: boolean
  readonly description: string
}

/** A dataclass of a result, or a TypedDict of an input. */
export interface Model {
  readonly name: string
  readonly fields: readonly Field[]
}

export interface Models {
  /** The type as Python text, in which § precedes the name of a model. `name` is for an object without a name. */
  typeOf(schema: JsonSchema, name: string): string
  fieldsOf(schema: JsonSchema, name: string): readonly Field[]
  /** The model of a named schema or of an object inside another one, by its schema. */
  modelNamed(name: string): Model | undefined
  models(): readonly Model[]
  /** Types that are not objects, such as `DisableReason`. */
  aliases(): readonly (readonly [string, string])[]
}

const simpleTypes: Readonly<Record<string, string>> = {
  boolean: "bool",
  integer: "int",
  null: "None",
  number: "float",
  string: "str",
}

/** Collects the models that the types of operations refer to. */
export function createModels(direction: Direction, named: Readonly<Record<string, JsonSchema>>): Models {
  const found = new Map<string, Model>()
  const schemas = new Map<string, JsonSchema>()
  const aliases = new Map<string, string>()
  const [list, mapping] = direction === "request" ? ["Sequence", "Mapping"] : ["list", "dict"]

  const referenceTo = (reference: string): string => {
    const wireName = reference.slice(reference.lastIndexOf("/") + 1)
    const schema = named[wireName]
    if (schema === undefined) throw new Error(`There is no schema ${wireName}.`)
    const isInput = direction === "request" && isObject(schema) && !/(Input|Patch)$/.test(wireName)
    const name = isInput ? `${wireName}Input` : wireName
    if (isObject(schema)) return typeOf(schema, name)
    if (!aliases.has(name)) aliases.set(name, typeOf(schema, name))
    return `§${name}`
  }

  const typeOf: Models["typeOf"] = (schema, name) => {
    if (schema.$ref !== undefined) return referenceTo(schema.$ref)
    const choices = schema.properties === undefined ? (schema.anyOf ?? schema.oneOf) : undefined
    if (choices !== undefined) return choiceOf(choices, name)
    if (schema.const !== undefined) return `Literal[${literalOf(schema.const)}]`
    if (schema.enum !== undefined) return `Literal[${schema.enum.map(literalOf).join(", ")}]`
    if (Array.isArray(schema.type)) {
      return schema.type.map((type) => typeOf({ ...schema, type }, name)).join(" | ")
    }
    if (schema.type === "array") return `${list}[${typeOf(objectIn(schema.items), singular(name))}]`
    if (schema.type === "object") return schema.properties === undefined ? mapOf(schema, name) : modelOf(schema, name)
    if (schema.type === undefined) return "Any"
    const simple = simpleTypes[schema.type]
    if (simple === undefined) throw new Error(`There is no Python type for the schema ${JSON.stringify(schema)}.`)
    return simple
  }

  const choiceOf = (choices: readonly JsonSchema[], name: string): string => {
    const others = choices.filter(({ type }) => type !== "null")
    const isMerged = others.length > 1 && others.every(({ properties }) => properties !== undefined)
    const types = isMerged ? [typeOf(mergeObjects(others), name)] : others.map((choice) => typeOf(choice, name))
    return [...new Set(types), ...(others.length < choices.length ? ["None"] : [])].join(" | ")
  }

  const mapOf = ({ additionalProperties }: JsonSchema, name: string): string => {
    const value = typeof additionalProperties === "object" ? typeOf(additionalProperties, name) : "Any"
    return `${mapping}[str, ${value}]`
  }

  const modelOf = (schema: JsonSchema, name: string): string => {
    const known = schemas.get(name)
    if (known !== undefined && !isDeepStrictEqual(known, schema)) throw new Error(`Two Python types are named ${name}.`)
    if (known === undefined) {
      schemas.set(name, schema)
      found.set(name, { name, fields: fieldsOf(schema, name) })
    }
    return `§${name}`
  }

  const fieldsOf: Models["fieldsOf"] = ({ properties = {}, required = [] }, name) =>
    Object.entries(properties).map(([wireName, schema]) => ({
      name: pythonName(wireName),
      wireName,
      type: typeOf(objectIn(schema), nameInside(name, wireName)),
      schema: objectIn(schema),
      isRequired: required.includes(wireName),
      description: describe(objectIn(schema)),
    }))

  /** `KeyInput` has `KeyCreditsInput` inside. */
  const nameInside = (name: string, field: string): string => {
    const [, stem = name, suffix = ""] = /^(.*?)(Input|Patch|Response)?$/.exec(name) ?? []
    return `${stem}${pascalCase(field)}${suffix === "Response" ? "" : suffix}`
  }

  return {
    typeOf,
    fieldsOf,
    modelNamed: (name) => found.get(name),
    models: () => [...found.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    aliases: () => [...aliases].toSorted(([one], [other]) => (one < other ? -1 : 1)),
  }
}

/** An object with fields, or a choice of such objects, or of one and null. */
function isObject(schema: JsonSchema): boolean {
  const choices = schema.properties === undefined ? (schema.anyOf ?? schema.oneOf) : undefined
  if (choices === undefined) return schema.properties !== undefined
  return choices.every(({ type, properties }) => type === "null" || properties !== undefined)
}

function objectIn(schema: JsonSchema["items"]): JsonSchema {
  if (typeof schema !== "object" || Array.isArray(schema)) throw new Error("A schema is an object.")
  return schema
}

function literalOf(value: unknown): string {
  if (typeof value === "boolean") return value ? "True" : "False"
  return JSON.stringify(value)
}

function describe({ description = "", default: fallback }: JsonSchema): string {
  const usual =
    fallback === undefined
      ? []
      : [`Default: \`${typeof fallback === "boolean" ? literalOf(fallback) : JSON.stringify(fallback)}\`.`]
  return pythonWords([description, ...usual].join(" ").trim())
}
