import Ajv2020, { type ValidateFunction } from "ajv/dist/2020.js"
import { openApiDocument } from "../../src/http/openapi/document.ts"
import { envelopeSchemas } from "../../src/http/openapi/envelope.ts"
import type { OpenApiDocument, ResponseObject } from "../../src/http/openapi/model.ts"
import { operations } from "../../src/operations/index.ts"

/** Checks responses against the published OpenAPI document. */

const ajv = new Ajv2020({
  strict: false,
  validateFormats: false,
  // Another test validates the document itself; here that would cost every file 0.1 s.
  validateSchema: false,
  meta: false,
  // Most checks run a few times: what makes them faster takes longer than it saves.
  inlineRefs: false,
  code: { optimize: false },
})
const about = { version: "test", url: "http://test", docsBase: "http://test" }

interface Documented {
  readonly validate: ValidateFunction
  /** Error codes that the status can stand for. */
  readonly codes: readonly string[]
}

const known = new Map<string, Documented>()

/** Throws if the document does not describe such a response. */
export function checkAgainstOpenApi(operation: string, status: number, body: unknown): void {
  const { validate, codes } = documented(operation, status)
  if (!validate(body)) {
    throw new Error(`${operation} answered ${status} otherwise than documented: ${ajv.errorsText(validate.errors)}`)
  }
  if (status === 200) return
  const code = /errors-v2\/service\/([a-z_]+\/[a-z_]+)"/.exec(JSON.stringify(body))?.[1]
  if (!codes.includes(code ?? "")) throw new Error(`${operation} does not document ${code}`)
}

function documented(operation: string, status: number): Documented {
  const name = `${operation} ${status}`
  const before = known.get(name)
  if (before !== undefined) return before
  const document = documentOf(operation)
  const response = document.paths[`/v2/${operation}`]?.post?.responses[String(status)]
  if (response === undefined) throw new Error(`${operation} does not document the status ${status}`)
  const isShared = "$ref" in response
  const place = isShared ? String(response.$ref) : `#/paths/~1v2~1${operation}/post/responses/${status}`
  const described: ResponseObject = isShared
    ? Reflect.get(document.components.responses, place.split("/").at(-1) ?? "")
    : response
  const codes = [...JSON.stringify(described).matchAll(/`([a-z_]+\/[a-z_]+)`/g)].map((match) => match[1] ?? "")
  const fresh = { validate: validatorFor(`${operation}${place}/content/application~1json/schema`, described), codes }
  known.set(name, fresh)
  return fresh
}

const ofErrors = new Map<string, ValidateFunction>()

/** Errors of all operations have the same few schemas, and every document describes those in the same words. */
function validatorFor($ref: string, { content }: ResponseObject): ValidateFunction {
  const text = JSON.stringify(content?.["application/json"]?.schema ?? {})
  const named = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map((match) => match[1] ?? "")
  if (!named.every((name) => name in envelopeSchemas)) return ajv.compile({ $ref })
  const validate = ofErrors.get(text) ?? ajv.compile({ $ref })
  ofErrors.set(text, validate)
  return validate
}

const documents = new Map<string, OpenApiDocument>()

/** The document of this operation only: the whole document takes 0.2 s, and most test files call few operations. */
function documentOf(operation: string): OpenApiDocument {
  const before = documents.get(operation)
  if (before !== undefined) return before
  const fresh = openApiDocument(
    operations.filter(({ name }) => name === operation),
    about,
  )
  ajv.addSchema(fresh, operation)
  documents.set(operation, fresh)
  return fresh
}
