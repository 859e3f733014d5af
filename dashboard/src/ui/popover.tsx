import { cloneElement, lazy, Suspense, useState } from "react"
import { loadOverlays } from "./overlay.ts"
import type { PopoverProps } from "./popover-props.ts"

const PopoverPopup = lazy(async () => ({ default: (await loadOverlays()).PopoverPopup }))

/** A panel below a button, for a form that is too small for a dialog. */
export function Popover(props: PopoverProps) {
  const [wasOpened, setOpened] = useState(false)
  const button = cloneElement(props.trigger, {
    "aria-haspopup": "dialog",
    "aria-expanded": false,
    onClick: () => setOpened(true),
  })
  if (!wasOpened) return button
  return (
    <Suspense fallback={button}>
      <PopoverPopup {...props} />
    </Suspense>
  )
}
