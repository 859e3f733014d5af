import type { Page } from "../server/routes.ts"
import { asset } from "./asset.ts"
import codeStyle from "./code/code.css" with { type: "text" }
import copyScript from "./code/copy.client.js" with { type: "text" }
import tabsScript from "./code/tabs.client.js" with { type: "text" }
import headerStyle from "./layout/header.css" with { type: "text" }
import layoutStyle from "./layout/layout.css" with { type: "text" }
import siteScript from "./layout/site.client.js" with { type: "text" }
import textStyle from "./layout/text.css" with { type: "text" }
import rankScript from "./search/rank.client.js" with { type: "text" }
import searchScript from "./search/search.client.js" with { type: "text" }
import searchStyle from "./search/search.css" with { type: "text" }
import base from "./theme/base.css" with { type: "text" }
import searchButtonStyle from "./theme/search-button.css" with { type: "text" }
import themeScript from "./theme/theme.client.js" with { type: "text" }
import tokens from "./theme/tokens.css" with { type: "text" }

const theme = asset("/pages/theme.client.js", themeScript)
const style = asset(
  "/pages/pages.css",
  [tokens, base, searchButtonStyle, layoutStyle, headerStyle, textStyle, codeStyle, searchStyle].join("\n"),
)
const script = asset("/pages/site.client.js", siteScript)
const modules = [
  asset("/pages/copy.client.js", copyScript),
  asset("/pages/tabs.client.js", tabsScript),
  asset("/pages/rank.client.js", rankScript),
  asset("/pages/search.client.js", searchScript),
]

export const themeHref = theme.href
export const styleHref = style.href
export const scriptHref = script.href

/** The style sheet and the scripts that every page loads. */
export const layoutAssets: readonly Page[] = [theme, style, script, ...modules].map(({ page }) => page)
