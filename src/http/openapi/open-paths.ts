import { z } from "zod"
import { errorCodes } from "../../contract/error-table.ts"
import { problem } from "../../contract/problem.ts"
import { successResponse } from "./envelope.ts"
import { errorResponses } from "./errors.ts"
import type { Content, JsonSchema, OperationObject, ParameterObject, PathItem } from "./model.ts"
import type { SchemaCollector } from "./schemas.ts"

export const openTag = {
  name: "service",
  description: "Pages about the service itself. They need no key and never read the data of a workspace.",
}

/** Only a server on PostgreSQL has a node state. */
const nodeState = z.object({
  id: z.string().describe("Identifies the process until it ends."),
  lease: z.enum(["held", "lost"]).describe("Without a lease, the node does not use its cache."),
  sinceRenewalMs: z.int().describe("Milliseconds since the lease was last renewed."),
  appliedSequence: z.int().describe("Number of the last event that has reached this node."),
  behind: z.int().describe("Number of events that have not reached this node yet."),
  nodes: z.int().describe("Number of nodes that serve the database, including this one."),
})

const readyState = z.object({
  status: z.literal("ready").describe("The server can process requests. Otherwise the response is 503."),
  problems: z
    .array(problem)
    .optional()
    .describe("Damage and lack of disk space, which an operator must mend. Absent if there is none."),
  limiter: z
    .enum(["up", "down", "skipped"])
    .optional()
    .describe(
      "With Redis only. `up`: rate limits are counted. `down`: they return 503. `skipped`: the operator lets them pass.",
    ),
  node: nodeState.optional().describe("State of this node. Absent on SQLite, which has one node."),
})

/** Paths that need no authentication. */
export function openPaths(schemas: SchemaCollector): [string, PathItem][] {
  return [
    page("/v2/liveness", {
      operationId: "liveness",
      summary: "Check that the process responds. Does not check the database.",
      responses: { 200: envelope(schemas, z.object({ message: z.literal("OK").describe("The process responds.") })) },
    }),
    page("/readyz", {
      operationId: "readiness",
      summary: "Check that the server can process requests now.",
      responses: {
        200: envelope(schemas, readyState),
        ...errorResponses(["application/service_unavailable"]),
      },
    }),
    page("/openapi.json", {
      operationId: "openapi",
      summary: "This API as an OpenAPI 3.1 document.",
      responses: text("application/json", "An OpenAPI 3.1 document.", { type: "object" }),
    }),
    page("/reference", {
      operationId: "reference",
      summary: "This API as pages on which you can try every operation.",
      responses: text("text/html", "A page."),
    }),
    page("/metrics", {
      operationId: "metrics",
      summary: "Metrics for Prometheus. If KEYWARD_METRICS_PORT is set, only on that port.",
      responses: text("text/plain", "The Prometheus text format."),
    }),
    page("/api-reference/errors-v2/service", {
      operationId: "errorIndex",
      summary: "All errors that the service can return.",
      responses: text("text/html", "A page."),
    }),
    page("/api-reference/errors-v2/service/{category}/{code}", {
      operationId: "errorPage",
      summary: "When an error occurs and how to fix it. The `type` of every error is the URL of its page.",
      parameters: [codePart("category", 0), codePart("code", 1)],
      responses: {
        200: errorPageResponse(schemas),
        ...errorResponses(["application/route_not_found"]),
      },
    }),
  ]
}

type PageDescription = Omit<OperationObject, "tags" | "description" | "security">

function page(path: string, { operationId, summary, ...rest }: PageDescription): [string, PathItem] {
  return [path, { get: { operationId, tags: [openTag.name], summary, description: summary, security: [], ...rest } }]
}

function envelope(schemas: SchemaCollector, data: z.ZodType) {
  return successResponse(schemas, { data, paged: false, headers: ["X-Request-Id"] })
}

function text(mediaType: string, description: string, schema: JsonSchema = { type: "string" }) {
  return { 200: { description, content: { [mediaType]: { schema } } } }
}

/** Browsers get HTML. Clients that accept JSON but not HTML get JSON. */
function errorPageResponse(schemas: SchemaCollector) {
  const entry = z
    .object({
      type: z.string().describe("URL of this page. It identifies the error."),
      category: z.string().describe("First part of the error code."),
      code: z.string().describe("Second part of the error code."),
      status: z.int().describe("HTTP status of the error."),
      title: z.string().describe("Standard reason phrase of the status."),
      when: z.string().describe("When the error occurs."),
      clears: z.string().describe("How to fix it, in short."),
      causes: z.array(z.string()).describe("What usually causes the error, likeliest first."),
      fixes: z
        .array(
          z.object({
            text: z.string().describe("What to do."),
            sample: z.string().optional().describe("A command, a call or a setting that does it. Absent if none fits."),
          }),
        )
        .describe("How to do that: up to three ways, likeliest first."),
      guide: z.string().describe("Path of the guide that explains more."),
      operations: z
        .union([z.array(z.string()), z.literal("all")])
        .describe("Names of the operations that can return the error, or `all`."),
    })
    .meta({ id: "ErrorDescription" })
  const { content, ...rest } = envelope(schemas, entry)
  const both: Content = { "text/html": { schema: { type: "string" } }, ...content }
  return { ...rest, description: "A page about the error.", content: both }
}

function codePart(name: string, index: 0 | 1): ParameterObject {
  const values = new Set(errorCodes.map((code) => code.split("/")[index] ?? ""))
  const description = index === 0 ? "First part of the error code." : "Second part of the error code."
  return { name, in: "path", required: true, description, schema: { type: "string", enum: [...values] } }
}
