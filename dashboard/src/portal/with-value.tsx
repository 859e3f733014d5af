import type { ReactNode } from "react"
import { usePage } from "./page-context.tsx"
import type { TextId, Values } from "./texts.ts"

interface WithValueProps {
  readonly id: TextId
  /** The name of the place in the text that the element takes. */
  readonly place: string
  readonly values?: Values
  readonly children: ReactNode
}

/** A text with an element in one of its places, wherever a language puts it. */
export function WithValue({ id, place, values, children }: WithValueProps) {
  const { say } = usePage().language
  const [before, ...after] = say(id, values).split(`{${place}}`)
  return (
    <span>
      {before}
      {after.length > 0 && children}
      {after.join("")}
    </span>
  )
}
