import type { Picker } from "../../../contract/resource.ts"
import { objectKinds } from "../../../contract/resources.ts"

/** For a field that names an object of the caller, "Try it" offers those that exist. */
const pickers: readonly Picker[] = objectKinds.flatMap((kind) => ("picker" in kind ? [kind.picker] : []))

export interface FieldPicker extends Omit<Picker, "fields"> {
  readonly field: string
}

/** The pickers for the fields of a body. */
export function pickersFor(body: unknown): readonly FieldPicker[] {
  if (typeof body !== "object" || body === null) return []
  return pickers.flatMap(({ fields, ...picker }) =>
    fields.filter((field) => field in body).map((field) => ({ field, ...picker })),
  )
}
