import { Dialog } from "@base-ui/react/dialog"
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react"
import { Banners } from "./banners.tsx"
import css from "./shell.module.css"
import { TopBar } from "./top-bar.tsx"

interface ShellProps {
  /** The rail, once at the side and once in the drawer of a phone. */
  readonly rail: (onNavigate: () => void) => ReactNode
  readonly children: ReactNode
}

const Palette = lazy(() => import("./palette.tsx"))

/** What surrounds every page. */
export function Shell({ rail, children }: ShellProps) {
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      setPaletteOpen(true)
    }
    addEventListener("keydown", onKey)
    return () => removeEventListener("keydown", onKey)
  }, [])
  return (
    <div className={css.shell}>
      {rail(() => {})}
      <div className={css.main}>
        <TopBar onMenu={() => setDrawerOpen(true)} onSearch={() => setPaletteOpen(true)} />
        <div className={css.banners}>
          <Banners />
        </div>
        <main>{children}</main>
      </div>
      <Dialog.Root onOpenChange={setDrawerOpen} open={isDrawerOpen}>
        <Dialog.Portal>
          <Dialog.Backdrop className={css.drawerBackdrop} />
          <Dialog.Popup aria-label="Pages" className={css.drawer}>
            {rail(() => setDrawerOpen(false))}
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
      {isPaletteOpen && (
        <Suspense>
          <Palette onClose={() => setPaletteOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
