import { lazy, Suspense } from "react"
import type { DiscardPromptProps } from "./discard-prompt-props.ts"
import { loadOverlays } from "./overlay.ts"

const DiscardPopup = lazy(async () => ({ default: (await loadOverlays()).DiscardPopup }))

/** Asks before something that a person has typed, or has not stored yet, is lost. */
export function DiscardPrompt(props: DiscardPromptProps) {
  return (
    <Suspense>
      <DiscardPopup {...props} />
    </Suspense>
  )
}
