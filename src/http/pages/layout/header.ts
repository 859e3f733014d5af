import { type Html, html } from "../html.ts"
import { iconView } from "../icons.ts"

export type Section = "docs" | "reference" | "errors"

interface HeaderOptions {
  readonly section: Section | undefined
  readonly hasDashboard: boolean
  readonly hasSidebar: boolean
}

interface Link {
  readonly label: string
  readonly href: string
  readonly section?: Section
}

const dashboard: Link = { label: "Dashboard", href: "/" }

const links: readonly Link[] = [
  { label: "Docs", href: "/docs", section: "docs" },
  { label: "Reference", href: "/reference", section: "reference" },
  { label: "Errors", href: "/api-reference/errors-v2/service", section: "errors" },
]

/** An element that needs the script of the page carries `needs-script`, so that no reader presses a dead button. */
export function headerView({ section, hasDashboard, hasSidebar }: HeaderOptions): Html {
  const shown = hasDashboard ? [dashboard, ...links] : links
  const menu = html`<button type="button" class="icon-button menu-button" popovertarget="sidebar" aria-label="Contents">${iconView("menu")}</button>`
  return html`<header class="masthead">
${hasSidebar ? menu : html``}
<a class="mark" href="${hasDashboard ? "/" : "/docs"}"><span class="drop" aria-hidden="true"></span>Keyward</a>
<nav class="sections" aria-label="Site">${shown.map((link) => linkView(link, section))}</nav>
<button type="button" class="search-button needs-script" data-search aria-haspopup="dialog" aria-keyshortcuts="Control+K Meta+K">${iconView("search", 14)}<span>Search</span><kbd aria-hidden="true" data-search-keys>Ctrl K</kbd></button>
<button type="button" class="icon-button needs-script" data-theme-switch aria-label="Theme">${iconView("theme")}</button>
</header>`
}

function linkView({ label, href, section }: Link, current: Section | undefined): Html {
  const isCurrent = section !== undefined && section === current
  return isCurrent ? html`<a href="${href}" aria-current="true">${label}</a>` : html`<a href="${href}">${label}</a>`
}
