import { hourMs } from "../../../../src/core/durations.ts"

/** The last change of many keys, which this browser can undo after a reload too. It names requests, and no keys. */
export interface KeptBulkChange {
  readonly summary: string
  readonly requestIds: readonly string[]
  readonly time: number
}

const changed = "keyward-bulk-change"

export function keepBulkChange(workspaceId: string, change: KeptBulkChange): void {
  localStorage.setItem(nameFor(workspaceId), JSON.stringify(change))
  dispatchEvent(new window.Event(changed))
}

export function forgetBulkChange(workspaceId: string): void {
  localStorage.removeItem(nameFor(workspaceId))
  dispatchEvent(new window.Event(changed))
}

/** For an hour. As text, because a snapshot must stay the same while nothing changes. */
export function keptBulkChangeText(workspaceId: string): string | null {
  return localStorage.getItem(nameFor(workspaceId))
}

export function watchBulkChange(onChange: () => void): () => void {
  const names = [changed, "storage"]
  for (const name of names) addEventListener(name, onChange)
  return () => {
    for (const name of names) removeEventListener(name, onChange)
  }
}

/** Someone may have changed what the browser keeps. */
export function parseBulkChange(text: string | null, now: number): KeptBulkChange | undefined {
  if (text === null) return undefined
  const value: unknown = JSON.parse(text)
  if (typeof value !== "object" || value === null) return undefined
  const { summary, requestIds, time } = value as Partial<KeptBulkChange>
  const isWhole = typeof summary === "string" && Array.isArray(requestIds) && typeof time === "number"
  return isWhole && now - time < hourMs ? { summary, requestIds, time } : undefined
}

function nameFor(workspaceId: string): string {
  return `keyward-bulk-${workspaceId}`
}
