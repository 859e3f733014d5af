import { createRoot } from "react-dom/client"
import { App } from "./portal/app.tsx"
import "./theme.css"
import "./portal/frame.css"

/** The page on which customers manage their keys: small, without router and query cache, and often inside another page. */

/** The token of a link leaves the address bar and the history before anything else happens. */
function takeToken(): string {
  const token = location.hash.slice(1)
  if (location.hash !== "") history.replaceState(null, "", location.pathname)
  return token
}

const root = document.getElementById("root")
if (root === null) throw new Error("The page has no element root.")

const token = takeToken()
// Another link, opened in this tab, changes nothing but the hash.
addEventListener("hashchange", () => location.reload())
createRoot(root).render(<App token={token} />)
