import { Banner } from "../ui/states.tsx"
import { usePage } from "./page-context.tsx"
import { problemOf } from "./problem.ts"

/** Why the last call failed, if one did. */
export function ProblemBanner({ error }: { readonly error: unknown }) {
  const { language } = usePage()
  return error === undefined ? null : <Banner tone="bad">{problemOf(error, language)}</Banner>
}
