import { formatShort, formatWhole } from "./format.ts"

/** A number, shortened if it is long, with the exact one on hover. */
export function Count({ value }: { readonly value: number }) {
  const shown = formatShort(value)
  const exact = formatWhole(value)
  return <span title={shown === exact ? undefined : exact}>{shown}</span>
}
