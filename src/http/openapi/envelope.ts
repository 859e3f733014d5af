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
  const members: Record<string, JsonSchema> = {
    meta: refTo("schemas", "ResponseMeta"),
    data: schemas.add(data),
    ...(paged && { pagination: schemas.add(pagination) }),
  }
  const schema: JsonSchema = { type: "object", properties: members, required: Object.keys(members) }
  return {
    description: paged ? "One page of the list." : "Done.",
    headers: Object.fromEntries(headers.map((name) => [name, refTo("headers", name)])),
    content: { "application/json": { schema } },
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

const errorMembers: Record<string, JsonSchema> = {
  title: { type: "string", description: "Standard reason phrase of the status." },
  detail: { type: "string", minLength: 1, description: "What happened, for a person." },
  status: { type: "integer", minimum: 400, maximum: 599, description: "Equal to the HTTP status." },
  type: {
    type: "string",
    format: "uri",
    description: "Identifies the kind of error, ends in `<category>/<code>`, and leads to a page about it.",
  },
}

const violations: JsonSchema = {
  type: "array",
  minItems: 1,
  maxItems: reportedViolations,
  description: `Every violation found, not only the first; at most ${reportedViolations}, and \`detail\` counts them all.`,
  items: refTo("schemas", "Violation"),
}

export const envelopeSchemas: Record<string, JsonSchema> = {
  ErrorResponse: errorEnvelope(errorMembers),
  InvalidRequestResponse: errorEnvelope({ ...errorMembers, errors: violations }),
  ResponseMeta: responseMeta,
  Violation: {
    type: "object",
    properties: {
      location: { type: "string", description: "`body.<member>`, `query.<name>` or `header.<Name>`." },
      message: { type: "string", description: "What is wrong there." },
      fix: { type: "string", description: "How to mend it, where that is not obvious." },
    },
    required: ["location", "message"],
  },
}

function errorEnvelope(members: Record<string, JsonSchema>): JsonSchema {
  const error: JsonSchema = { type: "object", properties: members, required: Object.keys(members) }
  return {
    type: "object",
    properties: { meta: refTo("schemas", "ResponseMeta"), error },
    required: ["meta", "error"],
  }
}

const seconds: JsonSchema = { type: "integer", minimum: 1 }
const count: JsonSchema = { type: "integer", minimum: 0 }

export const headers: Components["headers"] = {
  Allow: { description: "The methods that the path serves.", schema: { type: "string" } },
  "Idempotency-Replayed": {
    description: "Present when this is the kept response to an earlier request with the same `Idempotency-Key`.",
    schema: { type: "string", const: "true" },
  },
  "Keyward-Limits": {
    description:
      "Present when limits were skipped because their counters were unreachable and the operator allows that.",
    schema: { type: "string", const: "skipped" },
  },
  "RateLimit-Limit": { description: "Requests per minute that the workspace may make.", schema: count },
  "RateLimit-Remaining": { description: "What remains of them after this request.", schema: count },
  "RateLimit-Reset": { description: "Seconds until the current minute ends.", schema: seconds },
  "Server-Timing": {
    description:
      "`propagation;dur=` and the milliseconds it took after the commit until every node knew of the change; 0 on SQLite.",
    schema: { type: "string" },
  },
  "Retry-After": { description: "Seconds to wait before trying again.", schema: seconds },
  "WWW-Authenticate": { description: "The scheme to use.", schema: { type: "string" } },
  "X-Request-Id": { description: "`meta.requestId` of the response.", schema: { type: "string" } },
}
