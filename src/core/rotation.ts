import type { KeyDetails, PreviousSecret } from "./model.ts"

/** A rotation whose overlap has not ended: the previous secret still works. */
export interface Rotation {
  readonly startedAt: number
  readonly previousStart: string
  readonly previousExpires: number
  /** null if the previous secret was not used since the rotation began. */
  readonly previousLastUsedAt: number | null
}

type PreviousFields = Pick<KeyDetails, "previousSecrets" | "previousExpires" | "previousLastUsedAt">

/** A new key. */
export const neverRotated: PreviousFields = { previousSecrets: [], previousExpires: null, previousLastUsedAt: null }

/** The previous secret that still works; undefined outside an overlap. */
export function livingSecret(
  { previousSecrets }: Pick<KeyDetails, "previousSecrets">,
  now: number,
): PreviousSecret | undefined {
  return previousSecrets.find(({ expires }) => now < expires)
}

/** The rotation that responses show. Callers leave out secrets that have expired, see `keyAt`. */
export function rotationOf({ previousSecrets, previousLastUsedAt }: PreviousFields): Rotation | null {
  const [previous] = previousSecrets
  if (previous === undefined) return null
  const { startedAt, start: previousStart, expires: previousExpires } = previous
  const isOfThisRotation = previousLastUsedAt !== null && previousLastUsedAt >= startedAt
  return { startedAt, previousStart, previousExpires, previousLastUsedAt: isOfThisRotation ? previousLastUsedAt : null }
}

/** A key with these previous secrets. */
export function withPreviousSecrets<Key extends PreviousFields>(key: Key, previousSecrets: readonly PreviousSecret[]) {
  const ends = previousSecrets.map(({ expires }) => expires)
  return { ...key, previousSecrets, previousExpires: ends.length === 0 ? null : Math.max(...ends) }
}
