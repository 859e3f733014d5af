import { cloneElement, type KeyboardEvent, lazy, Suspense, useState } from "react"
import type { MenuProps } from "./menu-item.ts"
import { loadOverlays } from "./overlay.ts"

const MenuPopup = lazy(async () => ({ default: (await loadOverlays()).MenuPopup }))

/** A menu that was never open is its button: a list has dozens of them. */
export function Menu(props: MenuProps) {
  const [wasOpened, setOpened] = useState(false)
  const button = cloneElement(props.trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onClick: () => setOpened(true),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return
      event.preventDefault()
      setOpened(true)
    },
  })
  if (!wasOpened) return button
  return (
    <Suspense fallback={button}>
      <MenuPopup {...props} />
    </Suspense>
  )
}
