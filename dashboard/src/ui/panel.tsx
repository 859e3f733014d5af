import { lazy } from "react"
import { loadOverlays } from "./overlay.ts"
import type { PanelProps } from "./panel-props.ts"
import { useWasTrue } from "./use-was-true.ts"

const PanelPopup = lazy(async () => ({ default: (await loadOverlays()).PanelPopup }))

/** A dialog without a look of its own, below a `Suspense`. */
export function Panel(props: PanelProps) {
  return useWasTrue(props.isOpen) && <PanelPopup {...props} />
}
