import type { OperationObject, PathItem } from "./model.ts"

/** Recorded responses by operation id. `bun scripts/record-examples.ts` writes them. */
export type ResponseExamples = Readonly<Record<string, unknown>>

/** A file of its own, so that a start does not read what only the document needs. */
export async function loadResponseExamples(): Promise<ResponseExamples> {
  return (await import("./response-examples.gen.json")).default
}

/** Adds the recorded response to every operation of a path. */
export function withResponseExamples([path, item]: [string, PathItem], examples: ResponseExamples): [string, PathItem] {
  const described = Object.entries(item).map(([method, operation]) => [method, withExample(operation, examples)])
  return [path, Object.fromEntries(described)]
}

function withExample(operation: OperationObject, examples: ResponseExamples): OperationObject {
  // An older path has the same response: `v1.keys.listKeys`.
  const example = examples[operation.operationId.replace(/^v\d+\./, "")]
  const success = operation.responses[200]
  if (example === undefined || success === undefined || "$ref" in success) return operation
  const content = { ...success.content, "application/json": { ...success.content?.["application/json"], example } }
  return { ...operation, responses: { ...operation.responses, 200: { ...success, content } } }
}
