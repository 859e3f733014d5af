import type { PortalView } from "@keyward/client"
import { useCallback, useEffect, useMemo, useRef, useState } from "react"
import { SkeletonLines } from "../ui/states.tsx"
import { chooseLocale, type Language, languageOf } from "./language.ts"
import { openPage, type State } from "./opening.ts"
import { tellHeight, tellParent } from "./parent.ts"
import css from "./portal.module.css"
import { PortalPage } from "./portal-page.tsx"
import { Screen } from "./screen.tsx"
import { rememberSession } from "./session-of-tab.ts"
import { textsOf } from "./texts-of.ts"

/** The page as its address opens it. */
export function App({ token }: { readonly token: string }) {
  const [state, setState] = useState<State>({ type: "loading" })
  const root = useRef<HTMLDivElement>(null)
  const view = "view" in state ? state.view : undefined
  const language = useLanguage(view)
  const onEnded = useCallback(() => {
    setState((before) => ("view" in before && before.type === "open" ? { type: "expired", view: before.view } : before))
  }, [])
  const open = useCallback(async () => setState(await openPage(token, onEnded)), [token, onEnded])
  useEffect(() => void open(), [open])
  useEffect(() => {
    if (root.current) tellHeight(root.current)
  }, [])
  useEffect(() => {
    if (state.type === "expired" || state.type === "refused") tellParent({ keyward: "expired" })
    if (state.type === "closed") tellParent({ keyward: "closed" })
    if (state.type === "expired" || state.type === "closed") rememberSession(undefined)
  }, [state.type])
  const api = state.type === "open" ? state.api : undefined
  const refresh = useCallback(async () => {
    // A failure is said where people act; what was known stays.
    const next = await api?.getView().catch(() => undefined)
    if (next) setState((before) => (before.type === "open" ? { ...before, view: next } : before))
  }, [api])
  useFreshView(state, refresh)
  return (
    <div ref={root}>
      {state.type === "loading" && (
        <div aria-busy="true" className={css.page}>
          <SkeletonLines />
        </div>
      )}
      {state.type === "open" && (
        <PortalPage
          api={state.api}
          language={language}
          onEnd={async () => {
            await state.api.endSession().catch(() => undefined)
            setState({ type: "closed", view: state.view })
          }}
          refresh={refresh}
          view={state.view}
        />
      )}
      {state.type !== "open" && state.type !== "loading" && (
        <Screen language={language} onRetry={open} state={state} view={view} />
      )}
    </div>
  )
}

function useLanguage(view: PortalView | undefined): Language {
  const language = useMemo(() => {
    const texts = view ? textsOf(view) : {}
    return languageOf(texts, chooseLocale(view?.session.locale, navigator.languages, texts))
  }, [view])
  useEffect(() => {
    document.documentElement.lang = language.locale
    document.title = view ? `${language.say("page.title")} · ${view.branding.name}` : language.say("page.title")
  }, [language, view])
  return language
}

/** The team may change what a customer may do, and the session ends. People see it when they come back, and at its end. */
function useFreshView(state: State, refresh: () => Promise<void>): void {
  const expires = state.type === "open" ? state.view.session.expires : undefined
  useEffect(() => {
    if (expires === undefined) return
    const onReturn = () => {
      if (!document.hidden) refresh()
    }
    document.addEventListener("visibilitychange", onReturn)
    const end = setTimeout(refresh, Math.max(0, expires - Date.now()) + 1_000)
    return () => {
      document.removeEventListener("visibilitychange", onReturn)
      clearTimeout(end)
    }
  }, [expires, refresh])
}
