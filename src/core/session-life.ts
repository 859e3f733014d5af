import { hourMs } from "./durations.ts"
import type { Session } from "./people.ts"

/** An unused session ends earlier than one in use. */
const idleMs = 12 * hourMs

/** The longest life of a session, by user or by key. */
export const sessionLifeMs = { user: 30 * 24 * hourMs, key: 12 * hourMs } as const

/** What creates lasting access needs a sign-in that is not older. */
const freshMs = 10 * 60 * 1000

export function hasEnded({ lastUsedAt, expires }: Pick<Session, "lastUsedAt" | "expires">, now: number): boolean {
  return now >= expires || now - lastUsedAt >= idleMs
}

export function isFresh({ createdAt }: Pick<Session, "createdAt">, now: number): boolean {
  return now - createdAt < freshMs
}
