import { type IdPrefix, idPrefixes } from "../contract/id-prefixes.ts"

const idCharacters = "[1-9A-HJ-NP-Za-km-z]{22}"
const idBody = new RegExp(`^${idCharacters}$`)

/** A regular expression without anchors for ids of this kind. */
export function idPattern(prefix: IdPrefix): string {
  return `${prefix}_${idCharacters}`
}

/** Whether a text has the form of such an id; the object need not exist. */
export function isIdShaped(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(prefix) && text[prefix.length] === "_" && idBody.test(text.slice(prefix.length + 1))
}

/** The prefix of a text that has the form of an id; undefined for any other text. */
export function prefixOfId(text: string): IdPrefix | undefined {
  return idPrefixes.find((prefix) => isIdShaped(prefix, text))
}
