import { openApiDocument } from "../../src/http/openapi/document.ts"
import type { JsonSchema } from "../../src/http/openapi/model.ts"
import { operations } from "../../src/operations/index.ts"
import { isRepeatable, type Operation, takesKeys } from "../../src/operations/operation.ts"

/** What the types of the client and its reference pages say about an operation. */

export { keyOperations } from "../../src/operations/index.ts"
export const pageOperations = operations.filter((operation) => !takesKeys(operation))

const { tags } = openApiDocument(operations, { version: "", url: "", docsBase: "" })
const purposes = new Map(tags.map(({ name, description }) => [name, description]))

/** One sentence about a resource, as in the reference. */
export function purposeOf(resource: string): string {
  return purposes.get(resource) ?? ""
}

export function callersOf({ callers = ["root_key"], needs }: Operation): string {
  const who = {
    operator: "an operator key",
    root_key: needs.length === 0 ? "a root key" : `a root key with ${needs.map((one) => `\`${one}\``).join(" and ")}`,
    api_key: "an API key, about itself",
    user: "a user in the browser",
    visitor: "anyone in the browser",
    portal: "a customer in the portal",
  }
  return callers.map((caller) => who[caller]).join("; or ")
}

/** A named object, or a list of named objects. */
export function isShared(schema: JsonSchema): boolean {
  const { items } = schema
  return schema.$ref !== undefined || (typeof items === "object" && !Array.isArray(items) && items.$ref !== undefined)
}

/** A change that stores no idempotency key must not be sent twice. */
export function kindOf(operation: Operation): string {
  if (operation.kind === "mutation" && !isRepeatable(operation)) return "once"
  return operation.paged ? "pages" : operation.kind
}

/** `KeysVerifyKey` */
export function typeName({ name }: Operation): string {
  return name
    .split(".")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("")
}

export function methodName({ name }: Operation): string {
  return name.slice(name.indexOf(".") + 1)
}

export function byResource(all: readonly Operation[]): [string, Operation[]][] {
  return [...Map.groupBy(all, ({ name }) => name.slice(0, name.indexOf(".")))]
}
