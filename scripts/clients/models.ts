import { isDeepStrictEqual } from "node:util"
import type { JsonSchema } from "../../src/http/openapi/model.ts"
import type { Direction } from "../client/type-text.ts"
import type { Dialect } from "./dialect.ts"
import { mergeObjects } from "./merge.ts"
import { pascalCase, singular } from "./names.ts"

export interface Field {
  readonly name: string
  readonly wireName: string
  readonly type: string
  readonly schema: JsonSchema
  readonly isRequired: boolean
  readonly description: string
}

/** A type with fields. */
export interface Model {
  readonly name: string
  readonly fields: readonly Field[]
}

export interface Models {
  /** The type as text, in which § precedes the name of a model. `name` is for an object without a name. */
  typeOf(schema: JsonSchema, name: string): string
  fieldsOf(schema: JsonSchema, name: string): readonly Field[]
  /** The model of a named schema or of an object inside another one, by its schema. */
  modelNamed(name: string): Model | undefined
  models(): readonly Model[]
  /** Types that are not objects, such as `DisableReason`. */
  aliases(): readonly (readonly [string, string])[]
}

interface Collecting {
  readonly direction: Direction
  readonly named: Readonly<Record<string, JsonSchema>>
  readonly dialect: Dialect
}

/** Collects the models that the types of operations refer to. */
export function createModels({ direction, named, dialect }: Collecting): Models {
  const found = new Map<string, Model>()
  const schemas = new Map<string, JsonSchema>()
  const aliases = new Map<string, string>()

  const referenceTo = (reference: string): string => {
    const wireName = reference.slice(reference.lastIndexOf("/") + 1)
    const schema = named[wireName]
    if (schema === undefined) throw new Error(`There is no schema ${wireName}.`)
    const isInput = direction === "request" && isObject(schema) && !/(Input|Patch)$/.test(wireName)
    const name = dialect.typeName(isInput ? `${wireName}Input` : wireName)
    if (isObject(schema) || !dialect.hasAliases) return typeOf(schema, name)
    if (!aliases.has(name)) aliases.set(name, typeOf(schema, name))
    return `§${name}`
  }

  const typeOf: Models["typeOf"] = (schema, name) => {
    if (schema.$ref !== undefined) return referenceTo(schema.$ref)
    const choices = schema.properties === undefined ? (schema.anyOf ?? schema.oneOf) : undefined
    if (choices !== undefined) return choiceOf(choices, name)
    if (schema.const !== undefined) return dialect.literal([schema.const], name)
    if (schema.enum !== undefined) return dialect.literal(schema.enum, name)
    if (Array.isArray(schema.type))
      return choiceOf(
        schema.type.map((type) => ({ ...schema, type })),
        name,
      )
    if (schema.type === "array") return dialect.list(typeOf(objectIn(schema.items), singular(name)), direction)
    if (schema.type === "object") return schema.properties === undefined ? mapOf(schema, name) : modelOf(schema, name)
    if (schema.type === undefined) return dialect.unknown
    const simple = dialect.simple[schema.type]
    if (simple === undefined) throw new Error(`There is no type for the schema ${JSON.stringify(schema)}.`)
    return simple
  }

  const choiceOf = (choices: readonly JsonSchema[], name: string): string => {
    const others = choices.filter(({ type }) => type !== "null")
    const isMerged = others.length > 1 && others.every(({ properties }) => properties !== undefined)
    const types = isMerged
      ? [typeOf(mergeObjects(others, dialect), name)]
      : others.map((choice) => typeOf(choice, name))
    return dialect.choice([...new Set(types)], others.length < choices.length)
  }

  const mapOf = ({ additionalProperties }: JsonSchema, name: string): string => {
    const value = typeof additionalProperties === "object" ? typeOf(additionalProperties, name) : dialect.unknown
    return dialect.map(value, direction)
  }

  const modelOf = (schema: JsonSchema, name: string): string => {
    const known = schemas.get(name)
    if (known !== undefined && !isDeepStrictEqual(known, schema)) throw new Error(`Two types are named ${name}.`)
    if (known === undefined) {
      schemas.set(name, schema)
      found.set(name, { name, fields: fieldsOf(schema, name) })
    }
    return `§${name}`
  }

  const fieldsOf: Models["fieldsOf"] = ({ properties = {}, required = [] }, name) =>
    Object.entries(properties).map(([wireName, schema]) => ({
      name: dialect.fieldName(wireName),
      wireName,
      type: typeOf(objectIn(schema), nameInside(name, wireName)),
      schema: objectIn(schema),
      isRequired: required.includes(wireName),
      description: dialect.describe(objectIn(schema)),
    }))

  /** `KeyInput` has `KeyCreditsInput` inside. */
  const nameInside = (name: string, field: string): string => {
    const { resultSuffix } = dialect
    const [, stem = name, suffix = ""] = new RegExp(`^(.*?)(Input|Patch|${resultSuffix})?$`).exec(name) ?? []
    return `${stem}${dialect.typeName(pascalCase(field))}${suffix === resultSuffix ? "" : suffix}`
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
