import type { Operation } from "../../../operations/operation.ts"
import type { OpenApiDocument, OperationObject, ResponseObject } from "../../openapi/model.ts"
import type { Entry } from "./entries.ts"
import { sampleOf } from "./sample.ts"
import type { Call, Credential } from "./samples.ts"

/** An example call of the operation: the one that the document has, or one with the required fields only. */
export function callOf(document: OpenApiDocument, entry: Entry, operation: Operation | undefined): Call {
  const [{ method, path } = { method: "GET" as const, path: "" }] = entry.routes
  const origin = document.servers[0]?.url ?? ""
  const body = bodyOf(document, entry.operation)
  const isEndless = operation?.kind === "stream"
  return { name: entry.name, method, path, body: body?.example, origin, credential: credentialOf(operation), isEndless }
}

export function bodyOf({ components }: OpenApiDocument, { requestBody }: OperationObject) {
  const content = requestBody?.content["application/json"]
  if (content?.schema === undefined) return undefined
  return { schema: content.schema, example: content.example ?? sampleOf(content.schema, components.schemas) }
}

/** An example of the response. */
export function responseOf({ components }: OpenApiDocument, { responses }: OperationObject) {
  const response: ResponseObject | undefined = "200" in responses ? plain(responses[200]) : undefined
  const content = response?.content?.["application/json"]
  if (response === undefined || content?.schema === undefined) return undefined
  return { schema: content.schema, example: content.example ?? sampleOf(content.schema, components.schemas) }
}

function plain(response: OperationObject["responses"][string] | undefined): ResponseObject | undefined {
  return response === undefined || "$ref" in response ? undefined : response
}

function credentialOf(operation: Operation | undefined): Credential {
  if (operation === undefined) return "none"
  const { callers = ["root_key"], isOpenToPrograms } = operation
  if (callers.includes("portal")) return "portal"
  if (callers.includes("visitor")) return isOpenToPrograms ? "none" : "origin"
  return callers.includes("user") ? "cookie" : "key"
}
