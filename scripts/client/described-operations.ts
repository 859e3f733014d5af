import { pagination } from "../../src/contract/pagination.ts"
import type { JsonSchema } from "../../src/http/openapi/model.ts"
import { createSchemaCollector } from "../../src/http/openapi/schemas.ts"
import type { Operation } from "../../src/operations/operation.ts"
import type { Direction } from "./type-text.ts"

/** An operation with the schemas of its input and output, which refer to shared types by name. */
export interface Described {
  readonly operation: Operation
  readonly input: JsonSchema
  readonly output: JsonSchema
}

interface NamedSchema {
  readonly name: string
  readonly schema: JsonSchema
  readonly direction: Direction
}

/** The operations with their schemas, and the types that these refer to. A type of both directions is one of responses. */
export function describeOperations(operations: readonly Operation[]): {
  readonly described: readonly Described[]
  readonly named: readonly NamedSchema[]
} {
  const requests = createSchemaCollector()
  const responses = createSchemaCollector()
  responses.add(pagination)
  const described = operations.map((operation) => ({
    operation,
    input: requests.add(operation.input),
    output: responses.add(operation.output),
  }))
  const inResponses = responses.named()
  return {
    described,
    named: [
      ...Object.entries(inResponses).map(([name, schema]) => ({ name, schema, direction: "response" as const })),
      ...Object.entries(requests.named())
        .filter(([name]) => inResponses[name] === undefined)
        .map(([name, schema]) => ({ name, schema, direction: "request" as const })),
    ],
  }
}
