import type { Event } from "@keyward/client"
import { formatExact, visibleText } from "../../ui/format.ts"
import css from "./change-table.module.css"
import { changesOf, type FieldChange, listChange } from "./changes.ts"

/** The changes of an event, field by field. */
export function ChangeTable({ changes }: { readonly changes: Event["changes"] }) {
  const fields = changesOf(changes)
  if (fields.length === 0) return <p className={css.none}>No field changed.</p>
  return (
    <table aria-label="Changes" className={css.table}>
      <tbody>
        {fields.map((change) => (
          <tr key={change.field}>
            <th scope="row">{visibleText(change.field)}</th>
            <td>
              <Difference change={change} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Difference({ change: { field, before, after, kind } }: { readonly change: FieldChange }) {
  const list = kind !== "changed" && isEmptyList(before ?? after) ? undefined : listChange(before, after)
  const removed = list?.removed ?? (kind === "added" ? [] : [textOf(field, before)])
  const added = list?.added ?? (kind === "removed" ? [] : [textOf(field, after)])
  return (
    <>
      {removed.map((text) => (
        <del className={css.removed} key={text}>
          {visibleText(text)}
        </del>
      ))}
      {added.map((text) => (
        <ins className={css.added} key={text}>
          {visibleText(text)}
        </ins>
      ))}
      {removed.length + added.length === 0 && "order"}
    </>
  )
}

/** There is nothing to list, but it must be said. */
function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

const timeField = /(?:At|^expires|\.expires)$/

function textOf(field: string, value: unknown): string {
  if (typeof value === "string") return value === "" ? "(empty)" : value
  if (typeof value === "number" && timeField.test(field)) return `${formatExact(value)} (${value})`
  if (Array.isArray(value) && value.length === 0) return "(none)"
  return JSON.stringify(value, null, 1)?.replace(/\n\s*/g, " ") ?? "(none)"
}
