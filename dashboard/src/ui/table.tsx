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
  /** The name of the order by this column. With `sorting`, its title sorts the table. */
  readonly sort?: string
}

export interface Sorting {
  readonly by: string | undefined
  readonly isDescending: boolean
  readonly onSort: (by: string) => void
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
  /** What people call the row, for its checkbox. Its key if absent. */
  readonly rowName?: (row: Row) => string
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
  readonly sorting?: Sorting | undefined
  /** The head stays in view below the top bar, on wide screens. The table must fit there. */
  readonly isSticky?: boolean
  /** The row that keys of the keyboard act on. */
  readonly activeKey?: string | undefined
}

/** Rows that open in their place. */
interface Expansion<Row> {
  readonly openKey: string | undefined
  readonly onToggle: (key: string) => void
  readonly details: (row: Row) => ReactNode
}

/** Rows and columns; cards on a phone. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, rowKey, rowName = rowKey, onOpen, selection, expansion } = props
  const { isFlush = false, isDense = false, isStale = false, isSticky = false, activeKey } = props
  const look = classNames(isFlush && css.flush, isDense && css.dense, isStale && css.stale, isSticky && css.sticky)
  return (
    <div className={classNames(css.wrap, look)}>
      <table aria-label={label} className={css.table}>
        <thead>
          <tr>
            {selection && <SelectAll keys={rows.map(rowKey)} selection={selection} />}
            {expansion && (
              <th className={css.tight} scope="col">
                <span className="visually-hidden">Details</span>
              </th>
            )}
            {columns.map((column) => (
              <ColumnHead column={column} key={column.key} sorting={props.sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <BodyRow
              columns={columns}
              expansion={expansion}
              id={rowKey(row)}
              isActive={rowKey(row) === activeKey}
              key={rowKey(row)}
              name={rowName(row)}
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

interface ColumnHeadProps<Row> {
  readonly column: Column<Row>
  readonly sorting: Sorting | undefined
}

function ColumnHead<Row>({ column: { title, align, role, share, sort }, sorting }: ColumnHeadProps<Row>) {
  const isSorted = sort !== undefined && sorting?.by === sort
  const direction = sorting?.isDescending ? "descending" : "ascending"
  return (
    <th
      aria-sort={isSorted ? direction : undefined}
      className={classNames(align && css[align], role === "menu" && css.tight, role === "menu" && css.menu)}
      scope="col"
      style={share === undefined ? undefined : { width: `${share}%` }}
    >
      {sort !== undefined && sorting !== undefined ? (
        <button
          className={classNames(css.sorter, isSorted && css.sorted)}
          onClick={() => sorting.onSort(sort)}
          type="button"
        >
          {title}
          <span aria-hidden="true" className={css.arrow}>
            {isSorted && sorting.isDescending ? "↓" : "↑"}
          </span>
        </button>
      ) : role === "menu" ? (
        <span className="visually-hidden">{title}</span>
      ) : (
        title
      )}
    </th>
  )
}

interface BodyRowProps<Row> {
  readonly id: string
  readonly name: string
  readonly isActive: boolean
  readonly row: Row
  readonly columns: readonly Column<Row>[]
  readonly onOpen: ((row: Row) => void) | undefined
  readonly selection: Selection | undefined
  readonly expansion: Expansion<Row> | undefined
}

function BodyRow<Row>({ id, name, isActive, row, columns, onOpen, selection, expansion }: BodyRowProps<Row>) {
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
        className={classNames(isLinked && css.linked, isActive && css.active)}
        data-row={id}
        onClick={isLinked ? open : undefined}
      >
        {selection && (
          <td className={css.tight}>
            <input
              aria-label={`Select ${name}`}
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
