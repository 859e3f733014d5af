/** Tag sets counted separately per key and hour. Verifications with further sets are counted together. */
export const tagSetsPerHour = 100

/** The stored form of a tag set, without order and duplicates. */
export function tagSetText(tags: readonly string[]): string {
  return tags.length === 0 ? noTags : JSON.stringify([...new Set(tags)].sort())
}

export const noTags = "[]"

/** Replaces all tag sets beyond the maximum; no tag set has this text. */
export const foldedTags = "folded"

/** Identifiers counted separately per rate-limit namespace and hour. */
export const identifiersPerHour = 10_000

/** Replaces all identifiers beyond the maximum; no identifier is empty. */
export const foldedIdentifiers = ""
