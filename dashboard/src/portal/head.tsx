import type { PortalView } from "@keyward/client"
import { Button } from "../ui/button.tsx"
import { visibleText } from "../ui/format.ts"
import { Banner } from "../ui/states.tsx"
import { usePage } from "./page-context.tsx"
import css from "./portal.module.css"
import { hostOf, safeUrl } from "./safe-url.ts"

interface HeadProps {
  /** Absent where the page only shows what customers see. */
  readonly onEnd: (() => void) | undefined
}

/** Whose page this is, who uses it, and where else to go. */
export function Head({ onEnd }: HeadProps) {
  const { view, language } = usePage()
  const { say } = language
  const { branding, session } = view
  const docs = safeUrl(branding.docsUrl)
  const support = safeUrl(branding.supportUrl)
  const back = safeUrl(session.returnUrl)
  const people = [session.customer, session.actor].flatMap((name) => (name === undefined ? [] : [visibleText(name)]))
  return (
    <header className={css.head}>
      <div className={css.brand}>
        <Brand branding={branding} />
        {people.length > 0 && <span className={css.people}>{people.join(" · ")}</span>}
      </div>
      <div className={css.links}>
        {docs && (
          <a href={docs.href} rel="noopener noreferrer" target="_blank">
            {say("head.docs")}
          </a>
        )}
        {support && (
          <a href={support.href} rel="noopener noreferrer" target="_blank">
            {say("head.support")}
          </a>
        )}
        {back && (
          <a href={back.href} rel="noreferrer" target="_top">
            {say("head.back", { host: hostOf(back) })}
          </a>
        )}
        {onEnd && (
          <Button onClick={onEnd} size="small" variant="quiet">
            {say("head.end")}
          </Button>
        )}
      </div>
    </header>
  )
}

function Brand({ branding: { name, logo, logoDark } }: { readonly branding: PortalView["branding"] }) {
  if (logo === undefined) return <strong className={css.name}>{visibleText(name)}</strong>
  return (
    <>
      <img alt={visibleText(name)} className={logoDark === undefined ? css.logo : css.logoOnLight} src={logo} />
      {logoDark !== undefined && <img alt={visibleText(name)} className={css.logoOnDark} src={logoDark} />}
    </>
  )
}

/** For a member of the team who sees what a customer sees. */
export function OpenedBy() {
  const { view, language } = usePage()
  const { openedBy, customer, actions } = view.session
  if (openedBy === undefined) return null
  const mayChange = actions.some((one) => one !== "usage" && one !== "refusals")
  const values = { name: openedBy, customer: customer ?? language.say("head.thisCustomer") }
  return <Banner tone="info">{language.say(mayChange ? "head.openedByWithChanges" : "head.openedBy", values)}</Banner>
}
