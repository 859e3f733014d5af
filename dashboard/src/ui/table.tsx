import type { MouseEvent, ReactNode } from "react"
import { IconButton } from "./button.tsx"
import { classNames } from "./class-names.ts"
import css from "./table.module.css"

export interface Column<Row> {
  readonly key: string
  /** Above the column, and beside the value on a phone. */
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** `main` is the heading of the card on a phone, `menu` its corner. Both show no title there. */
  readonly role?: "main" | "menu"
  /** The value says what it is, so that it has no title on a phone. */
  readonly isPlain?: boolean
  readonly align?: "end"
  readonly wraps?: boolean
  /** Its part of the width of the table in percent, for texts of any length. Without it, the column is as wide as its text. */
  readonly share?: number
  /** Left out of the cards on a phone. */
  readonly isWideOnly?: boolean
}

interface Selection {
  readonly selected: ReadonlySet<string>
  readonly onChange: (selected: ReadonlySet<string>) => void
}

interface TableProps<Row> {
  /** A title of the table for screen readers. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  /** Where a click beside the links of a row leads. The main cell must have the same link, for keyboards. */
  readonly onOpen?: (row: Row) => void
  readonly selection?: Selection
  /** Inside a card, whose border is enough. */
  readonly isFlush?: boolean
  /** Low rows, for logs. */
  readonly isDense?: boolean
  /** The rows are those of an earlier question. */
  readonly isStale?: boolean
  readonly expansion?: Expansion<Row>
}

/** Rows that open in their place. */
interface Expansion<Row> {
  readonly openKey: string | undefined
  readonly onToggle: (key: string) => void
  readonly details: (row: Row) => ReactNode
}

/** Rows and columns; cards on a phone. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, rowKey, onOpen, selection, expansion } = props
  const { isFlush = false, isDense = false, isStale = false } = props
  return (
    <div className={classNames(css.wrap, isFlush && css.flush, isDense && css.dense, isStale && css.stale)}>
      <table aria-label={label} className={css.table}>
        <thead>
          <tr>
            {selection && <SelectAll keys={rows.map(rowKey)} selection={selection} />}
            {expansion && (
              <th className={css.tight} scope="col">
                <span className="visually-hidden">Details</span>
              </th>
            )}
            {columns.map(({ key, title, align, role, share }) => (
              <th
                className={classNames(align && css[align], role === "menu" && css.tight, role === "menu" && css.menu)}
                key={key}
                scope="col"
                style={share === undefined ? undefined : { width: `${share}%` }}
              >
                {role === "menu" ? <span className="visually-hidden">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <BodyRow
              columns={columns}
              expansion={expansion}
              id={rowKey(row)}
              key={rowKey(row)}
              onOpen={onOpen}
              row={row}
              selection={selection}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface BodyRowProps<Row> {
  readonly id: string
  readonly row: Row
  readonly columns: readonly Column<Row>[]
  readonly onOpen: ((row: Row) => void) | undefined
  readonly selection: Selection | undefined
  readonly expansion: Expansion<Row> | undefined
}

function BodyRow<Row>({ id, row, columns, onOpen, selection, expansion }: BodyRowProps<Row>) {
  const isSelected = selection?.selected.has(id)
  const isExpanded = expansion?.openKey === id
  const isLinked = onOpen !== undefined || expansion !== undefined
  const open = (event: MouseEvent) => {
    const isOnControl = event.target instanceof Element && event.target.closest("a, button, input, label") !== null
    if (!isOnControl && getSelection()?.isCollapsed !== false) (onOpen ?? toggle)(row)
  }
  const toggle = () => expansion?.onToggle(id)
  return (
    <>
      <tr
        aria-selected={isSelected}
        className={classNames(isLinked && css.linked)}
        onClick={isLinked ? open : undefined}
      >
        {selection && (
          <td className={css.tight}>
            <input
              aria-label={`Select ${id}`}
              checked={isSelected}
              className={css.box}
              onChange={() => selection.onChange(toggled(selection.selected, id))}
              type="checkbox"
            />
          </td>
        )}
        {expansion && (
          <td className={classNames(css.tight, css.menu)}>
            <IconButton
              aria-expanded={isExpanded}
              className={classNames(css.toggle, isExpanded && css.turned)}
              icon="right"
              label={isExpanded ? "Hide the details" : "Show the details"}
              onClick={toggle}
              size="small"
            />
          </td>
        )}
        {columns.map(({ key, title, cell, align, role, wraps, share, isPlain = false, isWideOnly = false }) => (
          <td
            className={classNames(
              align && css[align],
              role && css[role],
              role === "menu" && css.tight,
              wraps && css.wraps,
              share !== undefined && css.hasShare,
              isWideOnly && css.wideOnly,
            )}
            data-label={role === undefined && !isPlain ? title : undefined}
            key={key}
          >
            {cell(row)}
          </td>
        ))}
      </tr>
      {isExpanded && (
        <tr className={css.details}>
          <td colSpan={columns.length + (selection ? 2 : 1)}>{expansion.details(row)}</td>
        </tr>
      )}
    </>
  )
}

function SelectAll({ keys, selection }: { readonly keys: readonly string[]; readonly selection: Selection }) {
  const isEvery = keys.length > 0 && keys.every((key) => selection.selected.has(key))
  return (
    <th className={css.tight} scope="col">
      <input
        aria-label="Select all on this page"
        checked={isEvery}
        className={css.box}
        onChange={() => selection.onChange(isEvery ? new Set() : new Set([...selection.selected, ...keys]))}
        type="checkbox"
      />
    </th>
  )
}

function toggled(selected: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return selected.has(id) ? new Set([...selected].filter((one) => one !== id)) : new Set([...selected, id])
}
