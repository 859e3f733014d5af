import { Dialog } from "@base-ui/react/dialog"
import { lazy, type ReactNode, Suspense, useRef, useState } from "react"
import { preloaded } from "../lazy-page.ts"
import { Banners } from "./banners.tsx"
import css from "./shell.module.css"
import { useShortcuts } from "./shortcuts.ts"
import { TopBar } from "./top-bar.tsx"

interface ShellProps {
  /** The rail, once at the side and once in the drawer of a phone. */
  readonly rail: (onNavigate: () => void) => ReactNode
  readonly children: ReactNode
}

const Palette = lazy(preloaded(() => import("./palette.tsx")))
const ShortcutsDialog = lazy(() => import("./shortcuts-dialog.tsx"))

/** The frame around every page. */
export function Shell({ rail, children }: ShellProps) {
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const [overlay, setOverlay] = useState<"palette" | "shortcuts">()
  const openPalette = () => setOverlay("palette")
  const openShortcuts = () => setOverlay("shortcuts")
  const close = () => setOverlay(undefined)
  useShortcuts({ onPalette: openPalette, onHelp: openShortcuts })
  const content = useRef<HTMLElement>(null)
  return (
    <div className={css.shell}>
      <button className={css.skip} onClick={() => content.current?.focus()} type="button">
        Skip to the content
      </button>
      {rail(() => {})}
      <div className={css.main}>
        <TopBar onMenu={() => setDrawerOpen(true)} onSearch={openPalette} onShortcuts={openShortcuts} />
        <div className={css.banners}>
          <Banners />
        </div>
        <main className={css.content} ref={content} tabIndex={-1}>
          {children}
        </main>
      </div>
      <Dialog.Root onOpenChange={setDrawerOpen} open={isDrawerOpen}>
        <Dialog.Portal>
          <Dialog.Backdrop className={css.drawerBackdrop} />
          <Dialog.Popup aria-label="Pages" className={css.drawer}>
            {rail(() => setDrawerOpen(false))}
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
      <Suspense>
        {overlay === "palette" && <Palette onClose={close} onShortcuts={openShortcuts} />}
        {overlay === "shortcuts" && <ShortcutsDialog onClose={close} />}
      </Suspense>
    </div>
  )
}
