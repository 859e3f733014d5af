import * as all from "./all.gen.ts"
import { isForPrograms, type Operation } from "./operation.ts"

/** All operations of the API, sorted by name. Routes, OpenAPI document and CLI are generated from this list. */
export const operations: readonly Operation[] = Object.values<Operation>(all).toSorted((one, other) =>
  one.name < other.name ? -1 : 1,
)

/** The operations that the CLI and the client have. */
export const keyOperations: readonly Operation[] = operations.filter(isForPrograms)
