import { useRouter } from "@tanstack/react-router"
import { Failure } from "../parts/failure.tsx"

/** Shown instead of a page that failed. The rail still works. */
export function PageFailure({ error, reset }: { readonly error: unknown; readonly reset: () => void }) {
  const router = useRouter()
  const retry = () => {
    reset()
    router.invalidate()
  }
  return <Failure error={error} onRetry={retry} />
}
