import type { PortalView } from "@keyward/client"
import { type ReactNode, useEffect, useState } from "react"
import { minuteMs } from "../../../src/core/durations.ts"
import { Button, buttonClass } from "../ui/button.tsx"
import type { Language } from "./language.ts"
import type { State } from "./opening.ts"
import { isEmbedded, tellParent } from "./parent.ts"
import css from "./portal.module.css"
import { accentStyle } from "./portal-page.tsx"
import { problemOf } from "./problem.ts"
import { hostOf, safeUrl } from "./safe-url.ts"

type Stopped = Exclude<State, { type: "loading" | "open" }>

interface ScreenProps {
  readonly state: Stopped
  readonly view: PortalView | undefined
  readonly language: Language
  readonly onRetry: () => void
}

/** The whole page, when there are no keys to show: what happened, and the way on. */
export function Screen({ state, view, language, onRetry }: ScreenProps) {
  return (
    <main
      className={css.screen}
      dir={language.direction}
      lang={language.locale}
      style={accentStyle(view?.branding.accent)}
    >
      <Said language={language} onRetry={onRetry} state={state} view={view} />
    </main>
  )
}

function Said({ state, view, language, onRetry }: ScreenProps) {
  const { say } = language
  const actions = (
    <>
      {isEmbedded && state.type !== "failed" && (
        <Button onClick={() => tellParent({ keyward: "expired" })} variant="primary">
          {say("action.reopen")}
        </Button>
      )}
      <BackLink language={language} view={view} />
    </>
  )
  switch (state.type) {
    case "blocked":
      return <Blocked language={language} token={state.token} />
    case "failed":
      return (
        <Message
          actions={
            <Button onClick={onRetry} variant="primary">
              {say("action.retry")}
            </Button>
          }
          title={say("error.title")}
        >
          {problemOf(state.error, language)}
        </Message>
      )
    case "refused":
      return (
        <Message actions={actions} title={say("failed.title")}>
          {say(state.hasLink ? "failed.text" : "failed.noLink")}
        </Message>
      )
    case "expired":
      return (
        <Message actions={actions} title={say("expired.title")}>
          {say(isEmbedded ? "expired.embedded" : "expired.text")}
        </Message>
      )
    case "closed":
      return (
        <Message actions={<BackLink language={language} view={view} />} title={say("closed.title")}>
          {say("closed.text")}
        </Message>
      )
  }
}

interface MessageProps {
  readonly title: string
  readonly children: ReactNode
  readonly actions: ReactNode
}

function Message({ title, children, actions }: MessageProps) {
  return (
    <div className={css.message}>
      <h1 className={css.title}>{title}</h1>
      <p>{children}</p>
      <div className={css.actions}>{actions}</div>
    </div>
  )
}

function BackLink({ view, language }: Pick<ScreenProps, "view" | "language">) {
  const back = safeUrl(view?.session.returnUrl)
  if (back === undefined) return null
  return (
    <a className={buttonClass()} href={back.href} rel="noreferrer" target="_top">
      {language.say("head.back", { host: hostOf(back) })}
    </a>
  )
}

/** Links work for five minutes. */
const linkMs = 4.5 * minuteMs

/** The link opens in a tab instead. After its time, only the page around this one can get another. */
function Blocked({ token, language }: { readonly token: string; readonly language: Language }) {
  const { say } = language
  const [isOld, setOld] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOld(true), linkMs)
    return () => clearTimeout(timer)
  }, [])
  const newLink = (
    <Button onClick={() => tellParent({ keyward: "expired" })} variant="primary">
      {say("action.newLink")}
    </Button>
  )
  const openTab = (
    <a
      className={buttonClass("primary")}
      href={`${location.pathname}#${token}`}
      onClick={() => setTimeout(() => setOld(true))}
      rel="noopener noreferrer"
      target="_blank"
    >
      {say("action.openTab")}
    </a>
  )
  return (
    <Message actions={isOld ? newLink : openTab} title={say("blocked.title")}>
      {say(isOld ? "blocked.old" : "blocked.text")}
    </Message>
  )
}
