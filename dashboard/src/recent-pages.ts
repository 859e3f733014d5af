interface RecentPage {
  readonly path: string
  readonly title: string
}

const storageKey = "keyward-recent"
const keptAtMost = 30

/** The pages that were open last in this tab, newest first. Their addresses are kept without filters. */
export function recentPages(workspaceId: string | undefined): readonly RecentPage[] {
  const start = workspaceId === undefined ? "/operator/" : `/w/${workspaceId}`
  return stored().filter(({ path }) => path.startsWith(start))
}

export function noteRecentPage(title: string): void {
  const path = location.pathname
  const others = stored().filter((one) => one.path !== path)
  sessionStorage.setItem(storageKey, JSON.stringify([{ path, title }, ...others].slice(0, keptAtMost)))
}

function stored(): readonly RecentPage[] {
  const pages: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "[]")
  return Array.isArray(pages) ? pages.filter(isRecentPage) : []
}

function isRecentPage(value: unknown): value is RecentPage {
  return typeof value === "object" && value !== null && "path" in value && "title" in value
}
