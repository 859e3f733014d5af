import { Popover as Base } from "@base-ui/react/popover"
import { type ReactElement, type ReactNode, useState } from "react"
import menu from "./menu.module.css"
import css from "./popover.module.css"

interface PopoverProps {
  /** Its name for screen readers. */
  readonly label: string
  /** The button that opens it. */
  readonly trigger: ReactElement
  readonly isOpenAtFirst?: boolean
  /** Receives what closes it. */
  readonly children: (close: () => void) => ReactNode
}

/** A panel below a button, for a form that is too small for a dialog. */
export function Popover({ label, trigger, isOpenAtFirst = false, children }: PopoverProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
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
