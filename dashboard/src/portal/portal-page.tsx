import type { PortalView } from "@keyward/client"
import { type CSSProperties, useEffect, useMemo, useState } from "react"
import { Tabs } from "../ui/tabs.tsx"
import { accentTokens } from "./accent.ts"
import { Head, OpenedBy } from "./head.tsx"
import { Keys } from "./keys.tsx"
import type { Language } from "./language.ts"
import { PageProvider } from "./page-context.tsx"
import css from "./portal.module.css"
import type { PortalApi } from "./portal-api.ts"
import { Refusals } from "./refusals.tsx"
import { Usage } from "./usage.tsx"

interface PortalPageProps {
  readonly api: PortalApi
  readonly view: PortalView
  readonly language: Language
  readonly refresh: () => Promise<void>
  readonly onEnd?: () => void
}

type Part = "keys" | "usage" | "refusals"

/** Long enough to be read, and heard. */
const noteMs = 8_000

/** Everything between the opening of a link and its end. The dashboard shows it with samples too. */
export function PortalPage({ api, view, language, refresh, onEnd }: PortalPageProps) {
  const { say, direction, locale } = language
  const { actions, page } = view.session
  const [note, announce] = useState("")
  useEffect(() => {
    if (note === "") return
    const timer = setTimeout(() => announce(""), noteMs)
    return () => clearTimeout(timer)
  }, [note])
  const context = useMemo(() => ({ api, view, language, refresh, announce }), [api, view, language, refresh])
  const parts = (["keys", "usage", "refusals"] as const).filter((one) => one === "keys" || actions.includes(one))
  const [chosen, choose] = useState<Part>(page === "usage" ? "usage" : "keys")
  const part = parts.includes(chosen) ? chosen : "keys"
  const shown = (
    <>
      {part === "keys" && <Keys startsWithForm={page === "create"} />}
      {part === "usage" && <Usage />}
      {part === "refusals" && <Refusals />}
    </>
  )
  return (
    <PageProvider value={context}>
      <div className={css.page} dir={direction} lang={locale} style={accentStyle(view.branding.accent)}>
        <Head onEnd={onEnd} />
        <main className={css.main}>
          <OpenedBy />
          {parts.length === 1 ? (
            shown
          ) : (
            <Tabs
              label={say("head.parts")}
              onChange={choose}
              tabs={parts.map((value) => ({ value, label: say(`${value}.title`) }))}
              value={part}
            >
              {shown}
            </Tabs>
          )}
          <p aria-live="polite" className={note === "" ? "visually-hidden" : css.toast}>
            {note}
          </p>
        </main>
      </div>
    </PageProvider>
  )
}

/** Through the style of an element, which a policy without `unsafe-inline` allows to scripts. */
export function accentStyle(accent: string | undefined): CSSProperties {
  return accent === undefined ? {} : accentTokens(accent)
}
