import type { ReactNode } from "react"
import { classNames } from "../../ui/class-names.ts"
import { formatPercent, formatShort } from "../../ui/format.ts"
import { Skeleton } from "../../ui/states.tsx"
import css from "./tile.module.css"

/** Numbers at a glance, side by side. */
export function TileRow({ children, isShort = false }: { readonly children: ReactNode; readonly isShort?: boolean }) {
  return <div className={classNames(css.tiles, isShort && css.short)}>{children}</div>
}

interface TileProps {
  readonly name: string
  readonly value: ReactNode
  readonly note: ReactNode
  readonly graph?: ReactNode
}

export function Tile({ name, value, note, graph }: TileProps) {
  return (
    <div className={css.tile}>
      <div className={css.name}>{name}</div>
      <div className={css.value}>{value ?? <Skeleton height={30} width={72} />}</div>
      {graph ?? <span />}
      <div className={css.note}>{note || "\u00a0"}</div>
    </div>
  )
}

/** How a number differs from that of the previous period, in words. */
export function Change({ from, to }: { readonly from: number; readonly to: number }) {
  if (from === 0) return <>none in the previous period</>
  if (to >= from * 10) return <>{`${formatShort(Math.round(to / from))} × the previous period`}</>
  const part = (to - from) / from
  const sign = part > 0 ? "+" : part < 0 ? "−" : "±"
  return <>{`${sign}${formatPercent(Math.abs(part))} vs previous period`}</>
}

/** The look of a change for the better or the worse. */
export function toneClass(isGood: boolean): string | undefined {
  return isGood ? css.up : css.down
}
