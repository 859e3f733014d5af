import { useNow } from "../ui/time.tsx"
import { usePage } from "./page-context.tsx"

/** A relative time in the language of the page, with the exact one on hover. */
export function Ago({ time }: { readonly time: number }) {
  const { ago, moment } = usePage().language
  return (
    <time dateTime={new Date(time).toISOString()} title={moment(time)}>
      {ago(time, useNow(1_000))}
    </time>
  )
}
