import { eventMessage } from "../../src/contract/event-message.ts"
import { pagination } from "../../src/contract/pagination.ts"
import { createSchemaCollector } from "../../src/http/openapi/schemas.ts"
import { keyOperations } from "../client/operation-facts.ts"
import type { Dialect } from "./dialect.ts"
import { type Collected, type Method, methodOf } from "./method.ts"
import { createModels } from "./models.ts"

/** All methods of a client, and the models that they name. */
export function collectMethods(dialect: Dialect): {
  readonly methods: readonly Method[]
  readonly collected: Collected
} {
  const [requests, responses] = [createSchemaCollector(), createSchemaCollector()]
  const described = keyOperations.map((operation) => ({
    operation,
    input: requests.add(operation.input),
    output: responses.add(operation.output),
  }))
  const message = responses.add(eventMessage)
  const pages = responses.add(pagination)
  const collected = {
    inputs: createModels({ direction: "request", named: requests.named(), dialect }),
    results: createModels({ direction: "response", named: responses.named(), dialect }),
  }
  collected.results.typeOf(message, "EventMessage")
  collected.results.typeOf(pages, "Pagination")
  return { methods: described.map((one) => methodOf(one, collected, dialect)), collected }
}
