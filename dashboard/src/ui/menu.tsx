import { cloneElement, lazy, Suspense, useState } from "react"
import type { MenuProps } from "./menu-item.ts"

// The popup is a fifth of all code, and no menu is open at the first paint.
const MenuPopup = lazy(() => import("./menu-popup.tsx"))

/** A click that comes before the popup has loaded opens it as soon as it has. */
export function Menu(props: MenuProps) {
  const [wasClicked, setClicked] = useState(false)
  return (
    <Suspense fallback={cloneElement(props.trigger, { onClick: () => setClicked(true) })}>
      <MenuPopup {...props} isOpenAtFirst={wasClicked} />
    </Suspense>
  )
}
