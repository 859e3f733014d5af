import type { ReactNode } from "react"
import { AttemptError } from "../parts/sign-in/attempt-error.tsx"
import { Button } from "../ui/button.tsx"
import { SkeletonLines } from "../ui/states.tsx"
import type { useLoad } from "./use-load.ts"

interface LoadProps<Data> {
  readonly from: ReturnType<typeof useLoad<Data>>
  /** What helps if it cannot be read. */
  readonly help?: ReactNode
  readonly children: (data: Data) => ReactNode
}

/** Shows what was read, and until then that it loads, or why it cannot be. */
export function Load<Data>({ from, help, children }: LoadProps<Data>) {
  switch (from.state) {
    case "loading":
      return <SkeletonLines count={3} />
    case "failed":
      return (
        <>
          <AttemptError attempt={from} />
          {help}
          <Button onClick={from.reload}>Try again</Button>
        </>
      )
    case "loaded":
      return children(from.data)
  }
}
