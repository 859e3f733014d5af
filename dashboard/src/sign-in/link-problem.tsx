import type { ReactNode } from "react"
import { Banner } from "../ui/states.tsx"

/** Says that a link does not work, and how to get another one. */
export function LinkProblem({ problem, children }: { readonly problem: string; readonly children: ReactNode }) {
  return (
    <>
      <Banner tone="bad">{problem}</Banner>
      <p>{children}</p>
    </>
  )
}

/** People copy links by hand, and lose their end. */
export const incompleteLink = "This link is incomplete: the part after # is missing. Open the whole link."
