import type { z } from "zod"
import { UsageError } from "../failure.ts"
import type { Column } from "./column.ts"
import { chosenColumns, field, usualColumns } from "./columns.ts"
import { outputFields } from "./fields.ts"
import { requireField } from "./select-field.ts"

/** How a response is to be shown. */
export type Format =
  | { readonly type: "json" }
  | { readonly type: "only"; readonly path: string }
  /** Without columns, every field of the response is one. */
  | {
      readonly type: "table" | "csv"
      readonly columns: readonly Column[] | undefined
      /** The user chose these columns. */
      readonly isChosen: boolean
    }

export const formats = ["table", "json", "csv"] as const

/** Checked before the call, because a new key that is not printed is lost. */
export function formatOf(given: ReadonlyMap<string, string>, output: z.ZodType): Format {
  const outputFlag = given.get("output")
  const [short, other] = (["json", "csv"] as const).filter((one) => given.has(one))
  if (other !== undefined) throw new UsageError(`--${short} and --${other} cannot be combined.`)
  const type = formats.find((one) => one === (outputFlag ?? short ?? "table"))
  if (type === undefined)
    throw new UsageError(`--output must be table, json or csv, not ${JSON.stringify(outputFlag)}.`)
  if (short !== undefined && type !== short) {
    throw new UsageError(`--${short} and --output ${type} cannot be combined.`)
  }
  const [only, columns] = [given.get("only"), given.get("columns")]
  if (only !== undefined) {
    if (type === "json") throw new UsageError("--json prints every field, and --only prints one. Use one of them.")
    if (outputFlag !== undefined || short !== undefined || columns !== undefined)
      throw new UsageError("--only cannot be combined with --output, --csv or --columns.")
    requireField(output, only)
    return { type: "only", path: only }
  }
  if (type === "json") {
    if (columns !== undefined) throw new UsageError("--columns is for tables and CSV. JSON has every field.")
    return { type }
  }
  if (columns !== undefined) return { type, columns: chosenColumns(columns, output), isChosen: true }
  return { type, columns: usualColumns(output) ?? (type === "csv" ? everyField(output) : undefined), isChosen: false }
}

function everyField(output: z.ZodType): readonly Column[] {
  return outputFields(output).map((fieldName) => field(fieldName))
}
