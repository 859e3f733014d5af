import { errorCodes } from "../../contract/errors.ts"
import { pause } from "../../core/pauses.ts"
import type { Operation } from "../../operations/operation.ts"
import { envelopeSchemas, headers } from "./envelope.ts"
import { errorExamples, sharedErrorResponses } from "./errors.ts"
import type { JsonSchema, OpenApiDocument, ParameterObject, PathItem, TagObject } from "./model.ts"
import { openPaths, openTag } from "./open-paths.ts"
import { operationPaths, resourceOf } from "./operation-paths.ts"
import { createSchemaCollector } from "./schemas.ts"

interface About {
  readonly version: string
  /** Where clients reach the server. */
  readonly url: string
  readonly docsBase: string
}

/** The OpenAPI document of the service, made from the operations alone: equal operations give an equal document. */
export function openApiDocument(operations: readonly Operation[], { version, url, docsBase }: About): OpenApiDocument {
  const schemas = createSchemaCollector()
  const open = { paths: openPaths(schemas), schemas: schemas.named() }
  const described = [...operations.map(describe), open]
  return {
    openapi: "3.1.1",
    info: { title: "Keyward", version, description },
    servers: [{ url }],
    tags: [...tagsOf(operations), openTag],
    security: [{ bearer: [] }],
    paths: Object.fromEntries(described.flatMap(({ paths }) => paths)),
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

/** Made when it is first asked for, in turns, so that neither the start nor the requests of others wait for it. */
export function openApiDocumentOnDemand(
  operations: readonly Operation[],
  about: About,
): () => Promise<OpenApiDocument> {
  let made: Promise<OpenApiDocument> | undefined
  const make = async () => {
    for (const operation of operations) {
      describe(operation)
      await pause()
    }
    return openApiDocument(operations, about)
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

/** Takes two milliseconds, and an operation does not change, so once is enough. */
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

const description = `API-key management you run yourself.

Every operation is \`POST /v2/<resource>.<operation>\` with a JSON body and answers in one envelope: \`meta\` and \`data\`, or \`meta\` and \`error\`. Request objects are strict: an unknown member is refused. A member without a value is left out, never null. Responses may gain members; ignore those you do not know.

There are ${errorCodes.length} kinds of errors; the \`type\` of an error leads to a page that says when it occurs and what clears it.`

const idempotencyKey: ParameterObject = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Makes the call safe to repeat: for 24 hours the same key with the same body gets the first answer again.",
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[!-~]{1,255}$" },
}

const resources: Readonly<Record<string, string>> = {
  apis: "An API groups the keys that belong together.",
  events: "Every change of a workspace, in the order it was made.",
  identities: "The users or other entities that own or use keys.",
  keys: "Issue, manage and verify API keys.",
  permissions: "Permissions and roles that you attach to your own keys.",
  ratelimit: "Rate limits for anything that has an identifier.",
  rootKeys: "Keys that manage one workspace.",
  workspace: "Limits and usage of a workspace, under the names that published Unkey clients use.",
  workspaces: "Containers of everything else; managed by the operator.",
}

function tagsOf(operations: readonly Operation[]): TagObject[] {
  const names = new Set(operations.map(resourceOf))
  return [...names].map((name) => ({ name, description: resources[name] ?? "" }))
}
