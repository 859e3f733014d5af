import { Popover as Base } from "@base-ui/react/popover"
import { useState } from "react"
import menu from "../menu.module.css"
import css from "../popover.module.css"
import type { PopoverProps } from "../popover-props.ts"

/** The panel itself, open when it is first shown. */
export function PopoverPopup({ label, trigger, children }: PopoverProps) {
  const [isOpen, setOpen] = useState(true)
  return (
    <Base.Root onOpenChange={setOpen} open={isOpen}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align="end" className={menu.positioner} collisionPadding={8} sideOffset={4}>
          <Base.Popup aria-label={label} className={css.popup}>
            {children(() => setOpen(false))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
