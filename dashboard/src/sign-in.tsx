import type { ComponentType } from "react"
import { createRoot } from "react-dom/client"
import { DevicePage } from "./sign-in/device-page.tsx"
import { InvitationPage } from "./sign-in/invitation-page.tsx"
import type { SignInPageProps } from "./sign-in/page-props.ts"
import { ResetPage } from "./sign-in/reset-page.tsx"
import { SetupPage } from "./sign-in/setup-page.tsx"
import { SignInPage } from "./sign-in/sign-in-page.tsx"
import { ThemeSwitch } from "./sign-in/theme-switch.tsx"
import "./theme.css"
import "./sign-in/sign-in.css"

/** The pages around a sign-in: small, without router and query cache, and the same in all of their addresses. */
const pages: Readonly<Record<string, ComponentType<SignInPageProps>>> = {
  "/setup": SetupPage,
  "/sign-in": SignInPage,
  "/invitation": InvitationPage,
  "/reset": ResetPage,
  "/device": DevicePage,
}

/** The token of a link leaves the address bar and the history before anything else happens. */
function takeToken(): string {
  const token = location.hash.slice(1)
  if (token !== "") history.replaceState(null, "", location.pathname + location.search)
  return token
}

function requireElement(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (element === null) throw new Error(`The page has no element ${id}.`)
  return element
}

const token = takeToken()
// Another link of the same kind, opened in this tab, changes nothing but the hash.
addEventListener("hashchange", () => location.reload())
const root = requireElement("root")
const Page = pages[location.pathname]
if (Page === undefined) throw new Error(`There is no page ${location.pathname}.`)

createRoot(requireElement("theme")).render(<ThemeSwitch />)
createRoot(root).render(
  <>
    <h1>{document.title}</h1>
    <Page methods={JSON.parse(root.dataset.methods ?? "{}")} token={token} />
  </>,
)
