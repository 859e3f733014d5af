import type { JsonSchema } from "../../src/http/openapi/model.ts"
import type { Operation } from "../../src/operations/operation.ts"
import type { Described } from "../client/described-operations.ts"
import type { Dialect } from "./dialect.ts"
import type { Field, Models } from "./models.ts"

/** The models that operations refer to, by direction. */
export interface Collected {
  readonly inputs: Models
  readonly results: Models
}

/** One operation with the types of its input and its result. */
export interface Method {
  readonly operation: Operation
  readonly fields: readonly Field[]
  /** The type of the only argument, if the input is a list. */
  readonly list: string | undefined
  /** The type of all fields together, if the language has one. */
  readonly input: string | undefined
  /** The type of what it returns, or of one item of a page. Undefined for an empty object. */
  readonly result: string | undefined
}

export function methodOf(
  { operation, input, output }: Described,
  { inputs, results }: Collected,
  dialect: Dialect,
): Method {
  const label = dialect.label(operation)
  const isList = input.type === "array"
  const { paged } = operation
  const data = paged && typeof output.items === "object" && !Array.isArray(output.items) ? output.items : output
  return {
    operation,
    fields: isList ? [] : inputs.fieldsOf(input, `${label}Input`),
    list: isList ? inputs.typeOf(input, `${label}Input`) : undefined,
    input: dialect.hasInputTypes && hasFields(input) ? inputs.typeOf(input, `${label}Input`) : undefined,
    result: isEmpty(data) ? undefined : results.typeOf(data, paged ? `${label}Item` : dialect.resultName(label)),
  }
}

function isEmpty({ type, properties, additionalProperties }: JsonSchema): boolean {
  return type === "object" && Object.keys(properties ?? {}).length === 0 && additionalProperties !== true
}

function hasFields({ properties = {} }: JsonSchema): boolean {
  return Object.keys(properties).length > 0
}
