import { type Html, html, nothing } from "../html.ts"

export interface Sidebar {
  /** What the list contains, for people who do not see it: "Operations". */
  readonly label: string
  readonly groups: readonly SidebarGroup[]
  /** The path of this page. */
  readonly current: string
}

export interface SidebarGroup {
  readonly title: string
  readonly links: readonly SidebarLink[]
  /** True for groups that only their own pages open. */
  readonly isFolded?: boolean
}

export interface SidebarLink {
  readonly label: string
  readonly href: string
  /** A second, quieter text. */
  readonly note?: string
}

/** On a wide screen a column, on a phone a drawer. The drawer is a popover, so that it works without scripts. */
export function sidebarView({ label, groups, current }: Sidebar): Html {
  return html`<nav class="sidebar" id="sidebar" popover aria-label="${label}">
<div class="drawer-head"><strong>${label}</strong><button type="button" class="icon-button" popovertarget="sidebar" popovertargetaction="hide" aria-label="Close">✕</button></div>
${groups.map((group) => groupView(group, current))}
</nav>`
}

function groupView({ title, links, isFolded = false }: SidebarGroup, current: string): Html {
  const list = html`<ul>${links.map((link) => linkView(link, current))}</ul>`
  if (!isFolded) return html`<section><h2>${title}</h2>${list}</section>`
  const isOpen = links.some(({ href }) => href === current)
  return html`<details${isOpen ? html` open` : nothing}><summary>${title}</summary>${list}</details>`
}

function linkView({ label, href, note }: SidebarLink, current: string): Html {
  const quiet = note === undefined ? nothing : html` <small>${note}</small>`
  const marker = href === current ? html` aria-current="page"` : nothing
  return html`<li><a href="${href}"${marker}>${label}${quiet}</a></li>`
}
