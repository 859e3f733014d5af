import { useBlocker } from "@tanstack/react-router"
import { lazy, Suspense, useState } from "react"
import { type Loss, unsavedLoss } from "../ui/unsaved.ts"

const LeavePrompt = lazy(() => import("./leave-prompt.tsx"))

/** Time for a form to notice that it was saved, or to go with its dialog. */
const settleMs = 100

/** Warns before the page is left with unsaved text or an unstored secret: by a link, by Back, by a reload, by closing the tab. */
export function UnsavedGuard() {
  const [loss, setLoss] = useState<Loss>()
  const blocker = useBlocker({
    async shouldBlockFn({ current, next, action }) {
      // An open dialog covers all links, so that it leaves the page itself when it is done.
      const withDialogs = action !== "PUSH" && action !== "REPLACE"
      if (!isLeaving(current, next) || unsavedLoss({ withDialogs }) === undefined) return false
      await new Promise((resolve) => setTimeout(resolve, settleMs))
      const found = unsavedLoss({ withDialogs })
      setLoss(found)
      return found !== undefined
    },
    enableBeforeUnload: () => unsavedLoss({ withDialogs: true }) !== undefined,
    withResolver: true,
  })
  if (blocker.status !== "blocked" || loss === undefined) return null
  return (
    <Suspense>
      <LeavePrompt loss={loss} onLeave={blocker.proceed} onStay={blocker.reset} />
    </Suspense>
  )
}

interface Place {
  readonly pathname: string
  readonly search: object
}

/** Filters and the time range change a page, but only another path or tab takes its forms away. */
function isLeaving(current: Place, next: Place): boolean {
  return (
    current.pathname !== next.pathname ||
    (["tab", "role"] as const).some((one) => part(current, one) !== part(next, one))
  )
}

function part({ search }: Place, name: string): unknown {
  return new Map<string, unknown>(Object.entries(search)).get(name)
}
