/** Filters with a name, which this browser keeps for a workspace. The search in the address never holds a whole key. */
export interface KeyView {
  readonly name: string
  readonly search: Readonly<Record<string, string>>
}

const keptAtMost = 50

export function keyViews(workspaceId: string): readonly KeyView[] {
  const views: unknown = JSON.parse(localStorage.getItem(nameFor(workspaceId)) ?? "[]")
  return Array.isArray(views) ? views.filter(isView) : []
}

/** A view with the same name is replaced. Returns all. */
export function keepKeyView(workspaceId: string, view: KeyView): readonly KeyView[] {
  const others = keyViews(workspaceId).filter(({ name }) => name !== view.name)
  return store(workspaceId, [view, ...others].slice(0, keptAtMost))
}

export function forgetKeyView(workspaceId: string, forgotten: string): readonly KeyView[] {
  return store(
    workspaceId,
    keyViews(workspaceId).filter(({ name }) => name !== forgotten),
  )
}

function store(workspaceId: string, views: readonly KeyView[]): readonly KeyView[] {
  localStorage.setItem(nameFor(workspaceId), JSON.stringify(views))
  return views
}

function isView(value: unknown): value is KeyView {
  return typeof value === "object" && value !== null && "name" in value && "search" in value
}

function nameFor(workspaceId: string): string {
  return `keyward-key-views-${workspaceId}`
}
