import { errorsOf } from "../../operations/errors-of.ts"
import { isRepeatable, namesOfNeeds, type Operation, type Route } from "../../operations/operation.ts"
import { routesOf } from "../server/routes.ts"
import { streamResponse, successResponse } from "./envelope.ts"
import { errorResponses } from "./errors.ts"
import {
  type JsonSchema,
  type OperationObject,
  type ParameterObject,
  type PathItem,
  type ResponseObject,
  refTo,
} from "./model.ts"
import type { SchemaCollector } from "./schemas.ts"

/** Every path of an operation, the canonical one first. */
export function operationPaths(operation: Operation, schemas: SchemaCollector): [string, PathItem][] {
  const input = schemas.add(operation.input)
  const paths = new Map<string, PathItem>()
  for (const [index, route] of routesOf(operation).entries()) {
    const described: OperationObject = {
      operationId: index === 0 ? operation.name : olderName(operation, route),
      tags: [resourceOf(operation)],
      summary: operation.summary,
      description: descriptionOf(operation),
      ...inputOf(operation, route, input),
      responses: {
        200: responseOf(operation, schemas),
        ...errorResponses(errorsOf(operation, route.method)),
      },
    }
    const item = route.method === "GET" ? { get: described } : { post: described }
    paths.set(route.path, { ...paths.get(route.path), ...item })
  }
  return [...paths]
}

function responseOf(operation: Operation, schemas: SchemaCollector): ResponseObject {
  const { output, paged, kind } = operation
  const headers = successHeaders(operation)
  if (kind === "stream") return streamResponse(schemas, { message: output, headers })
  return successResponse(schemas, { data: output, paged, headers })
}

export function resourceOf({ name }: Operation): string {
  return name.slice(0, name.indexOf("."))
}

/** Operation ids are unique in a document, so older paths carry their version: `v1.keys.listKeys`. */
function olderName(operation: Operation, { path }: Route): string {
  return `${path.split("/")[1]}.${operation.name}`
}

function inputOf(operation: Operation, { method }: Route, input: JsonSchema) {
  const resuming = operation.kind === "stream" ? [lastEventId] : []
  if (method === "GET") return { parameters: [...queryParameters(input), ...resuming] }
  const example = operation.example === undefined ? {} : { example: operation.example }
  // An absent body counts as an empty object.
  const required = input.type !== "object" || (input.required?.length ?? 0) > 0 || input.oneOf !== undefined
  return {
    ...(isRepeatable(operation) && { parameters: [refTo("parameters", "Idempotency-Key")] }),
    ...(resuming.length > 0 && { parameters: resuming }),
    requestBody: { required, content: { "application/json": { schema: input, ...example } } },
  }
}

const lastEventId: ParameterObject = {
  name: "Last-Event-ID",
  in: "header",
  required: false,
  description: "Id of the last event that you have. It counts as `after`, and replaces it.",
  schema: { type: "string" },
}

function queryParameters({ properties = {}, required = [] }: JsonSchema): ParameterObject[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    if (typeof schema === "boolean") return []
    const { description, ...rest } = schema
    const described = description === undefined ? {} : { description }
    return [{ name, in: "query" as const, required: required.includes(name), ...described, schema: rest }]
  })
}

function successHeaders(operation: Operation): string[] {
  const usual = ["X-Request-Id", "Keyward-Limits", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"]
  const replayed = isRepeatable(operation) ? ["Idempotency-Replayed"] : []
  return operation.kind === "mutation" ? [...usual, ...replayed, "Server-Timing"] : usual
}

function descriptionOf(operation: Operation): string {
  return [`**Callers**: ${callersOf(operation)}.`, ...mayNeedOf(operation), kindOf(operation)].join("\n\n")
}

function kindOf(operation: Operation): string {
  const isOnce = operation.kind === "mutation" && !isRepeatable(operation)
  return isOnce ? "**Kind**: changes data, and ignores `Idempotency-Key`." : kinds[operation.kind]
}

const kinds: Readonly<Record<Operation["kind"], string>> = {
  query: "**Kind**: reads data.",
  mutation: "**Kind**: changes data, records events, and accepts an `Idempotency-Key`.",
  consumption: "**Kind**: consumes rate-limit tokens or credits.",
  stream: "**Kind**: sends events as they happen, until the caller closes the connection.",
}

function callersOf(operation: Operation): string {
  const { callers = ["root_key"], needs, isOpenToPrograms, isOfPortal } = operation
  const needed = needs.length === 0 ? "" : ` with ${codes(namesOfNeeds(operation, needs))}`
  const names = {
    operator: "an operator",
    root_key: `a root key or a member${needed}`,
    api_key: "an API key, about itself",
    user: "a user who has signed in, about themselves",
    visitor: isOpenToPrograms
      ? "any program, without a credential"
      : `anyone, from ${isOfPortal ? "the page of the portal" : "a page of the public origin"}`,
    portal: `a customer in the portal${needed}`,
  }
  return callers.map((caller) => names[caller]).join("; or ")
}

function mayNeedOf(operation: Operation): string[] {
  const { mayNeed = [] } = operation
  return mayNeed.length === 0 ? [] : [`**Some requests also need**: ${codes(namesOfNeeds(operation, mayNeed))}.`]
}

function codes(texts: readonly string[]): string {
  return texts.map((text) => `\`${text}\``).join(" and ")
}
