import type { JsonSchema } from "../../src/http/openapi/model.ts"
import type { Dialect } from "../clients/dialect.ts"
import { operationLabel } from "../clients/names.ts"
import { pythonName, pythonWords } from "./names.ts"

export const python: Dialect = {
  simple: { boolean: "bool", integer: "int", number: "float", string: "str" },
  unknown: "Any",
  list: (item, direction) => `${direction === "request" ? "Sequence" : "list"}[${item}]`,
  map: (value, direction) => `${direction === "request" ? "Mapping" : "dict"}[str, ${value}]`,
  choice: (types, isNullable) => [...types, ...(isNullable ? ["None"] : [])].join(" | "),
  literal: (values) => `Literal[${values.map(constant).join(", ")}]`,
  constant,
  hasAliases: true,
  hasInputTypes: false,
  label: operationLabel,
  resultName: (label) => `${label}Response`,
  resultSuffix: "Response",
  typeName: (name) => name,
  fieldName: pythonName,
  describe,
}

function constant(value: unknown): string {
  if (typeof value === "boolean") return value ? "True" : "False"
  return JSON.stringify(value)
}

function describe({ description = "", default: fallback }: JsonSchema): string {
  const usual = fallback === undefined ? [] : [`Default: \`${constant(fallback)}\`.`]
  return pythonWords([description, ...usual].join(" ").trim())
}
