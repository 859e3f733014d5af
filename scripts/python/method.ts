import type { JsonSchema } from "../../src/http/openapi/model.ts"
import type { Operation } from "../../src/operations/operation.ts"
import type { Described } from "../client/described-operations.ts"
import { methodName } from "../client/operation-facts.ts"
import { inputLiteral, joined } from "./literal.ts"
import type { Field, Models } from "./models.ts"
import { operationLabel, snakeCase } from "./names.ts"

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
  /** The type of what it returns, or of one item of a page. Undefined for an empty object. */
  readonly result: string | undefined
}

/** As wide as the samples of the reference. */
const callLength = 64

export function methodOf({ operation, input, output }: Described, { inputs, results }: Collected): Method {
  const label = operationLabel(operation)
  const isList = input.type === "array"
  const { paged } = operation
  const data = paged && typeof output.items === "object" && !Array.isArray(output.items) ? output.items : output
  return {
    operation,
    fields: isList ? [] : inputs.fieldsOf(input, `${label}Input`),
    list: isList ? inputs.typeOf(input, `${label}Input`) : undefined,
    result: isEmpty(data) ? undefined : results.typeOf(data, `${label}${paged ? "Item" : "Response"}`),
  }
}

function isEmpty({ type, properties, additionalProperties }: JsonSchema): boolean {
  return type === "object" && Object.keys(properties ?? {}).length === 0 && additionalProperties !== true
}

/** The example of the operation as a call: `client.apis.create_api(name="Payments")`. `start` is what precedes it. */
export function exampleCall({ operation, fields, list }: Method, inputs: Models, start = ""): string {
  const { name } = operation
  const example = operation.example ?? {}
  const args =
    list === undefined
      ? Object.entries(example).map(([wireName, value]) => {
          const field = fields.find((one) => one.wireName === wireName)
          if (field === undefined) throw new Error(`The example of ${name} has the unknown field ${wireName}.`)
          return `${field.name}=${inputLiteral(value, field.type, inputs)}`
        })
      : [inputLiteral(example, list, inputs)]
  const resource = name.slice(0, name.indexOf("."))
  const call = [`${start}client.${snakeCase(resource)}.${snakeCase(methodName(operation))}(`, ...args, ")"]
  return joined(call, callLength)
}
