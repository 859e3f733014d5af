import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react"
import { onFirstUse } from "../ui/first-use.ts"
import { Panel } from "../ui/panel.tsx"
import { Banners } from "./banners.tsx"
import css from "./shell.module.css"
import { useShortcuts } from "./shortcuts.ts"
import { TopBar } from "./top-bar.tsx"
import { UnsavedGuard } from "./unsaved-guard.tsx"

interface ShellProps {
  /** The rail, once at the side and once in the drawer of a phone. */
  readonly rail: (onNavigate: () => void) => ReactNode
  readonly children: ReactNode
}

const Palette = lazy(onFirstUse(() => import("./palette.tsx")))
const ShortcutsDialog = lazy(() => import("./shortcuts-dialog.tsx"))

/** The frame around every page. */
export function Shell({ rail, children }: ShellProps) {
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const [overlay, setOverlay] = useState<"palette" | "shortcuts">()
  const [typedEarly, setTypedEarly] = useState("")
  const openPalette = () => {
    setTypedEarly("")
    setOverlay("palette")
  }
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
      <UnsavedGuard />
      <Suspense>
        <Panel
          backdropClassName={css.drawerBackdrop}
          className={css.drawer}
          isOpen={isDrawerOpen}
          label="Pages"
          onClose={() => setDrawerOpen(false)}
        >
          {rail(() => setDrawerOpen(false))}
        </Panel>
      </Suspense>
      <Suspense fallback={overlay === "palette" && <TypedEarly onType={setTypedEarly} text={typedEarly} />}>
        {overlay === "palette" && <Palette onClose={close} onShortcuts={openShortcuts} typedEarly={typedEarly} />}
        {overlay === "shortcuts" && <ShortcutsDialog onClose={close} />}
      </Suspense>
    </div>
  )
}

interface TypedEarlyProps {
  readonly text: string
  readonly onType: (text: string) => void
}

/** Keeps what people type before the palette has loaded. */
function TypedEarly({ text, onType }: TypedEarlyProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return (
    <input
      aria-label="Search or jump to"
      className="visually-hidden"
      onChange={(event) => onType(event.target.value)}
      ref={input}
      value={text}
    />
  )
}
