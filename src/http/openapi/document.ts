import { errorCodes } from "../../contract/error-table.ts"
import { resourceList } from "../../contract/resources.ts"
import { pause } from "../../core/pauses.ts"
import type { Operation } from "../../operations/operation.ts"
import { documentTitle } from "./document-title.ts"
import { envelopeSchemas, headers } from "./envelope.ts"
import { errorExamples, sharedErrorResponses } from "./errors.ts"
import type { JsonSchema, OpenApiDocument, ParameterObject, PathItem, TagObject } from "./model.ts"
import { openPaths, openTag } from "./open-paths.ts"
import { operationPaths, resourceOf } from "./operation-paths.ts"
import { loadResponseExamples, type ResponseExamples, withResponseExamples } from "./response-examples.ts"
import { createSchemaCollector } from "./schemas.ts"

interface DocumentOptions {
  readonly version: string
  /** The public URL of the server. */
  readonly url: string
  readonly docsBase: string
  readonly examples?: ResponseExamples
}

/** Builds the OpenAPI document from the operations alone, so equal operations give an equal document. */
export function openApiDocument(
  operations: readonly Operation[],
  { version, url, docsBase, examples = {} }: DocumentOptions,
): OpenApiDocument {
  const schemas = createSchemaCollector()
  const open = { paths: openPaths(schemas), schemas: schemas.named() }
  const described = [...operations.map(describe), open]
  return {
    openapi: "3.1.1",
    info: { title: documentTitle, version, description },
    servers: [{ url }],
    tags: [...tagsOf(operations), openTag],
    security: [{ bearer: [] }],
    paths: Object.fromEntries(
      described.flatMap(({ paths }) => paths.map((one) => withResponseExamples(one, examples))),
    ),
    components: {
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "An operator key, a root key or an API key: `Authorization: Bearer <key>`.",
        },
      },
      schemas: { ...byName(described.flatMap((one) => Object.entries(one.schemas))), ...envelopeSchemas },
      parameters: { "Idempotency-Key": idempotencyKey },
      headers,
      responses: sharedErrorResponses(),
      examples: errorExamples(docsBase),
    },
  }
}

/** Built on first use, with pauses, so that neither the start nor other requests wait for it. */
export function openApiDocumentOnDemand(
  operations: readonly Operation[],
  about: Omit<DocumentOptions, "examples">,
): () => Promise<OpenApiDocument> {
  let made: Promise<OpenApiDocument> | undefined
  const make = async () => {
    for (const operation of operations) {
      describe(operation)
      await pause()
    }
    return openApiDocument(operations, { ...about, examples: await loadResponseExamples() })
  }
  return () => {
    made ??= make()
    return made
  }
}

interface Described {
  readonly paths: readonly [string, PathItem][]
  readonly schemas: Readonly<Record<string, JsonSchema>>
}

const known = new WeakMap<Operation, Described>()

/** Cached, because describing an operation takes two milliseconds. */
function describe(operation: Operation): Described {
  const before = known.get(operation)
  if (before !== undefined) return before
  const schemas = createSchemaCollector()
  const described = { paths: operationPaths(operation, schemas), schemas: schemas.named() }
  known.set(operation, described)
  return described
}

function byName(schemas: readonly [string, JsonSchema][]): Record<string, JsonSchema> {
  return Object.fromEntries(schemas.toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)))
}

const description = `A self-hosted API-key service.

Every operation is \`POST /v2/<resource>.<operation>\` with a JSON body. Every response has \`meta\` and \`data\`, or \`meta\` and \`error\`. Requests with unknown fields are refused. A field without a value is omitted. Where a field can be null, its description says what null means. Future versions may add fields to responses; ignore fields that you do not know.

There are ${errorCodes.length} error codes. The \`type\` of an error is the URL of a page that explains the error and its fix.`

const idempotencyKey: ParameterObject = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Makes the call safe to repeat. For 24 hours, the same key with the same body returns the first response again.",
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[!-~]{1,255}$" },
}

function tagsOf(operations: readonly Operation[]): TagObject[] {
  const names = new Set(operations.map(resourceOf))
  const described = new Map(resourceList.map(({ name, description }) => [name, description]))
  return [...names].map((name) => ({ name, description: described.get(name) ?? "" }))
}
