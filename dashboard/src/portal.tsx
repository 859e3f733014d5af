import { createRoot } from "react-dom/client"
import { App } from "./portal/app.tsx"
import { token } from "./portal/early-portal.ts"
import "./theme.css"
import "./portal/frame.css"

/** The page on which customers manage their keys: small, without router and query cache, and often inside another page. */

const root = document.getElementById("root")
if (root === null) throw new Error("The page has no element root.")

// Another link, opened in this tab, changes nothing but the hash.
addEventListener("hashchange", () => location.reload())
createRoot(root).render(<App token={token} />)
