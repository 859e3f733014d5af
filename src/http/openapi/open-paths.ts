import { z } from "zod"
import { errorCodes } from "../../contract/errors.ts"
import { successResponse } from "./envelope.ts"
import { errorResponses } from "./errors.ts"
import type { Content, JsonSchema, OperationObject, ParameterObject, PathItem } from "./model.ts"
import type { SchemaCollector } from "./schemas.ts"

export const openTag = {
  name: "service",
  description: "About the service itself. These paths need no key and never touch the data of a workspace.",
}

/** Of a server on PostgreSQL, which may be one of several. */
const nodeState = z.object({
  id: z.string(),
  lease: z.enum(["held", "lost"]).describe("Without a lease nothing is answered from memory."),
  sinceRenewalMs: z.int().describe("Milliseconds since the lease was last renewed."),
  appliedSequence: z.int().describe("Number of the last event this node knows of."),
  behind: z.int().describe("Events of the database that this node does not know of yet."),
  nodes: z.int().describe("Nodes that serve the database, this one included."),
})

const readyState = z.object({
  status: z.literal("ready"),
  limiter: z
    .enum(["up", "down", "skipped"])
    .optional()
    .describe("With Redis: whether rate limits are counted, answered with 503, or skipped as the operator wants it."),
  node: nodeState.optional(),
})

/** The paths that are served without authentication. */
export function openPaths(schemas: SchemaCollector): [string, PathItem][] {
  return [
    [
      "/v2/liveness",
      page({
        operationId: "liveness",
        summary: "Whether the process answers; storage is not asked.",
        responses: { 200: envelope(schemas, z.object({ message: z.literal("OK") })) },
      }),
    ],
    [
      "/readyz",
      page({
        operationId: "readiness",
        summary: "Whether requests can be served right now.",
        responses: {
          200: envelope(schemas, readyState),
          ...errorResponses(["application/service_unavailable"]),
        },
      }),
    ],
    [
      "/openapi.json",
      page({
        operationId: "openapi",
        summary: "This document.",
        responses: text("application/json", "An OpenAPI 3.1 document.", { type: "object" }),
      }),
    ],
    [
      "/reference",
      page({
        operationId: "reference",
        summary: "This document as a page to read and to try operations on.",
        responses: text("text/html", "A page."),
      }),
    ],
    [
      "/metrics",
      page({
        operationId: "metrics",
        summary: "Measurements for Prometheus; with KEYWARD_METRICS_PORT set, on that port only.",
        responses: text("text/plain", "The Prometheus text format."),
      }),
    ],
    [
      "/api-reference/errors-v2/service",
      page({
        operationId: "errorIndex",
        summary: "Every kind of error that the service can answer.",
        responses: text("text/html", "A page."),
      }),
    ],
    [
      "/api-reference/errors-v2/service/{category}/{code}",
      page({
        operationId: "errorPage",
        summary: "When an error occurs and what clears it; the `type` of every error leads here.",
        parameters: [codePart("category", 0), codePart("code", 1)],
        responses: {
          200: errorPageResponse(schemas),
          ...errorResponses(["application/route_not_found"]),
        },
      }),
    ],
  ]
}

type PageDescription = Omit<OperationObject, "tags" | "description" | "security">

function page(described: PageDescription): PathItem {
  const { operationId, summary, ...rest } = described
  return { get: { operationId, tags: [openTag.name], summary, description: summary, security: [], ...rest } }
}

function envelope(schemas: SchemaCollector, data: z.ZodType) {
  return successResponse(schemas, { data, paged: false, headers: ["X-Request-Id"] })
}

function text(mediaType: string, description: string, schema: JsonSchema = { type: "string" }) {
  return { 200: { description, content: { [mediaType]: { schema } } } }
}

/** HTML for browsers; JSON for who accepts it and no HTML. */
function errorPageResponse(schemas: SchemaCollector) {
  const entry = z
    .object({
      type: z.string(),
      category: z.string(),
      code: z.string(),
      status: z.int(),
      title: z.string(),
      when: z.string(),
      clears: z.string(),
    })
    .meta({ id: "ErrorDescription" })
  const { content, ...rest } = envelope(schemas, entry)
  const both: Content = { "text/html": { schema: { type: "string" } }, ...content }
  return { ...rest, description: "A page about the error.", content: both }
}

function codePart(name: string, index: 0 | 1): ParameterObject {
  const values = new Set(errorCodes.map((code) => code.split("/")[index] ?? ""))
  return { name, in: "path", required: true, schema: { type: "string", enum: [...values] } }
}
