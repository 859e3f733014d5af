import * as all from "./all.gen.ts"
import { type Operation, takesKeys } from "./operation.ts"

/** All operations of the API, sorted by name. Routes, OpenAPI document and CLI are generated from this list. */
export const operations: readonly Operation[] = Object.values<Operation>(all).toSorted((one, other) =>
  one.name < other.name ? -1 : 1,
)

/**
 * The operations that programs can call with a key. The CLI and the client have these. A stream is no call, because its
 * response has no end.
 */
export const keyOperations: readonly Operation[] = operations.filter(
  (operation) => takesKeys(operation) && operation.kind !== "stream",
)
