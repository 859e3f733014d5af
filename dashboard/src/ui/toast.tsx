import { type ComponentProps, type ComponentType, useEffect, useState } from "react"
import type { Notice } from "./notice.ts"
import { loadOverlays } from "./overlay.ts"

const waiting: Notice[] = []
let show: ((notice: Notice) => void) | undefined
let onWaiting: () => void = () => {}

/** Says what happened, in a corner. */
export function notify(notice: Notice): void {
  if (show) {
    show(notice)
    return
  }
  waiting.push(notice)
  onWaiting()
}

function showNotices(shown: (notice: Notice) => void): void {
  show = shown
  for (const notice of waiting.splice(0)) shown(notice)
}

type ToastList = Awaited<ReturnType<typeof loadOverlays>>["ToastList"]

/** Shows what `notify` says. Once per page. */
export function Toasts() {
  const [List, setList] = useState<ComponentType<ComponentProps<ToastList>>>()
  useEffect(() => {
    onWaiting = async () => {
      // While the server cannot be reached, a banner says so. The next notice tries again.
      const overlays = await loadOverlays().catch(() => undefined)
      if (overlays) setList(() => overlays.ToastList)
    }
    if (waiting.length > 0) onWaiting()
  }, [])
  return List && <List onReady={showNotices} />
}
