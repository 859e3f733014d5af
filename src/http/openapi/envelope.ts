import type { z } from "zod"
import { reportedViolations } from "../../contract/errors.ts"
import { pagination } from "../../contract/pagination.ts"
import { type Components, type JsonSchema, type ResponseObject, refTo } from "./model.ts"
import type { SchemaCollector } from "./schemas.ts"

export const exampleRequestId = "req_1BzmjTFLHWXwiSK4y3H5iW"

export function successResponse(
  schemas: SchemaCollector,
  { data, paged, headers }: { data: z.ZodType; paged: boolean; headers: readonly string[] },
): ResponseObject {
  const fields: Record<string, JsonSchema> = {
    meta: { ...refTo("schemas", "ResponseMeta"), description: "About the response." },
    data: { description: paged ? "The objects of this page." : "The result.", ...schemas.add(data) },
    ...(paged && {
      pagination: { ...schemas.add(pagination), description: "Whether there are more objects, and how to get them." },
    }),
  }
  const schema: JsonSchema = { type: "object", properties: fields, required: Object.keys(fields) }
  return {
    description: paged ? "One page of the list." : "Done.",
    headers: Object.fromEntries(headers.map((name) => [name, refTo("headers", name)])),
    content: { "application/json": { schema } },
  }
}

/** The schema describes the `data` of each message, because OpenAPI 3.1 has no other place for it. */
export function streamResponse(
  schemas: SchemaCollector,
  { message, headers }: { message: z.ZodType; headers: readonly string[] },
): ResponseObject {
  return {
    description: "Server-sent events without end. `id` is the id of the event, and `data` is JSON of this schema.",
    headers: Object.fromEntries(headers.map((name) => [name, refTo("headers", name)])),
    content: { "text/event-stream": { schema: schemas.add(message) } },
  }
}

const responseMeta: JsonSchema = {
  type: "object",
  properties: {
    requestId: {
      type: "string",
      pattern: "^req_[1-9A-HJ-NP-Za-km-z]{22}$",
      description: "Identifies this request; also in the header `X-Request-Id`.",
      examples: [exampleRequestId],
    },
  },
  required: ["requestId"],
}

const errorFields: Record<string, JsonSchema> = {
  title: { type: "string", description: "Standard reason phrase of the status." },
  detail: { type: "string", minLength: 1, description: "What happened, in plain English." },
  status: { type: "integer", minimum: 400, maximum: 599, description: "Equal to the HTTP status." },
  type: {
    type: "string",
    format: "uri",
    description: "URL of a page about the error. It ends in `<category>/<code>` and identifies the error.",
  },
}

const violations: JsonSchema = {
  type: "array",
  minItems: 1,
  maxItems: reportedViolations,
  description: `All violations, but at most ${reportedViolations}. \`detail\` counts all of them.`,
  items: refTo("schemas", "Violation"),
}

export const envelopeSchemas: Record<string, JsonSchema> = {
  ErrorResponse: errorEnvelope(errorFields),
  InvalidRequestResponse: errorEnvelope({ ...errorFields, errors: violations }),
  ResponseMeta: responseMeta,
  Violation: {
    type: "object",
    properties: {
      location: { type: "string", description: "`body.<field>`, `query.<name>` or `header.<Name>`." },
      message: { type: "string", description: "What is wrong." },
      fix: { type: "string", description: "How to correct it. Absent if `message` says it." },
    },
    required: ["location", "message"],
  },
}

function errorEnvelope(fields: Record<string, JsonSchema>): JsonSchema {
  const error: JsonSchema = {
    type: "object",
    properties: fields,
    required: Object.keys(fields),
    description: "What went wrong.",
  }
  return {
    type: "object",
    properties: { meta: { ...refTo("schemas", "ResponseMeta"), description: "About the response." }, error },
    required: ["meta", "error"],
  }
}

const seconds: JsonSchema = { type: "integer", minimum: 1 }
const count: JsonSchema = { type: "integer", minimum: 0 }

export const headers: Components["headers"] = {
  Allow: { description: "The methods that the path supports.", schema: { type: "string" } },
  "Idempotency-Replayed": {
    description: "Present if this is the stored response to an earlier request with the same `Idempotency-Key`.",
    schema: { type: "string", const: "true" },
  },
  "Keyward-Limits": {
    description:
      "Present if limits were skipped because their counters were unreachable. The operator has allowed this.",
    schema: { type: "string", const: "skipped" },
  },
  "RateLimit-Limit": { description: "Requests per minute that the workspace is allowed.", schema: count },
  "RateLimit-Remaining": { description: "Requests that remain in this minute.", schema: count },
  "RateLimit-Reset": { description: "Seconds until the current minute ends.", schema: seconds },
  "Server-Timing": {
    description:
      '`propagation;dur=12.3;nodes=3;desc="3 nodes"`: the milliseconds from the commit until the change reached every node (0 on SQLite), and the number of nodes; browsers show `desc`. `nodes` and `desc` are absent if a node did not respond in time; it answers no longer from memory.',
    schema: { type: "string" },
  },
  "Retry-After": { description: "Seconds to wait before trying again.", schema: seconds },
  "WWW-Authenticate": { description: "The authentication scheme to use.", schema: { type: "string" } },
  "X-Request-Id": { description: "`meta.requestId` of the response.", schema: { type: "string" } },
}
