import { lazy, Suspense } from "react"
import type { DialogProps } from "./dialog-props.ts"
import { loadOverlays } from "./overlay.ts"
import { useWasTrue } from "./use-was-true.ts"

const DialogPopup = lazy(async () => ({ default: (await loadOverlays()).DialogPopup }))

/** A dialog that was never open costs nothing. Once it was, it stays, so that it can close with a movement. */
export function Dialog(props: DialogProps) {
  if (!useWasTrue(props.isOpen)) return null
  return (
    <Suspense>
      <DialogPopup {...props} />
    </Suspense>
  )
}
