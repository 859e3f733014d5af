import { lazy, Suspense } from "react"
import type { MenuProps } from "./menu-item.ts"

// The popup is a fifth of all code, and no menu is open at the first paint.
const MenuPopup = lazy(() => import("./menu-popup.tsx"))

export function Menu(props: MenuProps) {
  return (
    <Suspense fallback={props.trigger}>
      <MenuPopup {...props} />
    </Suspense>
  )
}
