/** Tag sets of one key that are told apart in one hour; verifications with further ones are counted together. */
export const tagSetsPerHour = 100

/** A set as it is stored, whatever order and repetitions it came with. */
export function tagSetText(tags: readonly string[]): string {
  return tags.length === 0 ? noTags : JSON.stringify([...new Set(tags)].sort())
}

export const noTags = "[]"

/** Stands where a set would, for all sets beyond the bound; no set is written like this. */
export const foldedTags = "folded"
