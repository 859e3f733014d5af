/** When something ends, in milliseconds; null is never. */
export type End = number | null

export function endsLater(end: End, other: End): boolean {
  return other !== null && (end === null || end > other)
}

const marker = "until:"

/** A requirement that stands beside permissions: the caller must not expire before this end. No permission looks like it. */
export function lifetimeUntil(end: End): string {
  return `${marker}${end ?? "never"}`
}

/** undefined if the requirement is a permission. */
export function endIn(requirement: string): End | undefined {
  if (!requirement.startsWith(marker)) return undefined
  const end = requirement.slice(marker.length)
  return end === "never" ? null : Number(end)
}
