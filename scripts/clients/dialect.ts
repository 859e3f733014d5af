import type { JsonSchema } from "../../src/http/openapi/model.ts"
import type { Operation } from "../../src/operations/operation.ts"
import type { Direction } from "../client/type-text.ts"

/** How one language writes types, as text in which § precedes the name of a model. */
export interface Dialect {
  /** The types of JSON that have no parts, by their name in JSON Schema. */
  readonly simple: Readonly<Record<string, string>>
  /** A value of any type. */
  readonly unknown: string
  list(item: string, direction: Direction): string
  map(value: string, direction: Direction): string
  choice(types: readonly string[], isNullable: boolean): string
  /** One of several constants. `name` is for a type of its own. */
  literal(values: readonly unknown[], name: string): string
  constant(value: unknown): string
  /** Whether types that are no objects have names, such as `DisableReason`. */
  readonly hasAliases: boolean
  /** Whether the input of an operation is one value, instead of an argument per field. */
  readonly hasInputTypes: boolean
  /** What the names of the types of an operation begin with. */
  label(operation: Operation): string
  /** The name of an unnamed result. */
  resultName(label: string): string
  /** Ends the name of a result, but not those of the types inside. */
  readonly resultSuffix: string
  typeName(wireName: string): string
  fieldName(wireName: string): string
  /** What the documentation says about a field. */
  describe(schema: JsonSchema): string
}
