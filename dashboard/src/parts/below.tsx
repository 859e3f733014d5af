import { useQueryClient } from "@tanstack/react-query"
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react"
import { useTarget } from "../session.ts"
import { classNames } from "../ui/class-names.ts"
import css from "./below.module.css"

interface BelowProps {
  /** The beginnings of the keys of the reads that decide how much is shown above. */
  readonly reads: readonly (readonly unknown[])[]
  readonly children: ReactNode
}

const followsMs = 30

/** What stands below something whose height is not known yet. It loads at once and is shown when it will no longer jump. */
export function Below({ reads, children }: BelowProps) {
  const target = useTarget()
  const cache = useQueryClient().getQueryCache()
  const statesOf = (key: readonly unknown[]) => cache.findAll({ queryKey: [target, ...key] }).map(({ state }) => state)
  const isWaiting = () =>
    reads.some((key) => statesOf(key).some(({ data, fetchStatus }) => data === undefined && fetchStatus !== "idle"))
  const [isShown, setShown] = useState(
    () => !isWaiting() && reads.every((key) => statesOf(key).some(({ data }) => data !== undefined)),
  )
  const isAnswered = !useSyncExternalStore((changed) => cache.subscribe(changed), isWaiting)
  useEffect(() => {
    if (isShown || !isAnswered) return
    // The reads begin after the first render, and one that follows another a moment after its answer.
    const timer = setTimeout(() => {
      if (!isWaiting()) setShown(true)
    }, followsMs)
    return () => clearTimeout(timer)
  })
  return <div className={classNames(css.below, !isShown && css.waits)}>{children}</div>
}
