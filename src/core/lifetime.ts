import type { RootKey } from "./model.ts"
/** An end of validity in Unix milliseconds; null means never. */
export type End = number | null

export function endsLater(end: End, other: End): boolean {
  return other !== null && (end === null || end > other)
}

const marker = "until:"

/** A requirement listed among permissions: the caller must not expire before this end. No permission has this form. */
export function lifetimeUntil(end: End): string {
  return `${marker}${end ?? "never"}`
}

/** Returns undefined if the requirement is a permission. */
export function endIn(requirement: string): End | undefined {
  if (!requirement.startsWith(marker)) return undefined
  const end = requirement.slice(marker.length)
  return end === "never" ? null : Number(end)
}

/** Whether a root key may act now. The same holds for a session that was started with it. */
export function isUsable({ enabled, expires }: Pick<RootKey, "enabled" | "expires">, now: number): boolean {
  return enabled && (expires === null || now < expires)
}
