import type { ReactNode } from "react"
import { SkeletonLines } from "../ui/states.tsx"
import { Failure } from "./failure.tsx"

interface LoadProps<Data> {
  readonly query: {
    readonly data: Data | undefined
    readonly error: unknown
    readonly refetch: () => unknown
  }
  /** A placeholder until the first data is there. */
  readonly skeleton?: ReactNode
  readonly children: (data: Data) => ReactNode
}

/** Shows data, and until then that it loads, or why it cannot. Data that was shown once stays. */
export function Load<Data>({ query, skeleton = <SkeletonLines />, children }: LoadProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <Failure error={query.error} onRetry={() => query.refetch()} />
  return skeleton
}
