import { hasValidChecksum } from "./key-material.ts"

/** Errors and logs quote input, and a key sent in the wrong field is a secret. */
const replacement = "[a key]"

/** Redacts everything that looks like a key, even of another service: long, random and without separators. */
export function redactKeys(text: string): string {
  return replaceWords(text, (word) => isMinted(word) || word.split(/[_-]/).some(looksRandom))
}

/** Redacts only keys that Keyward minted, for texts with long names, such as file paths. */
export function redactMintedKeys(text: string): string {
  return replaceWords(text, isMinted)
}

const words = /[A-Za-z0-9_-]{12,}/g

function replaceWords(text: string, isKey: (word: string) => boolean): string {
  return text.replace(words, (word) => (isKey(word) ? replacement : word))
}

/** A fragment of a root or operator key is enough, because it may be cut off or mistyped. */
const ownBeginning = /kw_(root|op)_[A-Za-z0-9]{4}/

function isMinted(word: string): boolean {
  return ownBeginning.test(word) || endsOf(word).some(hasValidChecksum)
}

/** No key is longer and no prefix has more parts. The bounds also limit the work for longer input. */
const longestKey = 512
const mostParts = 8

/** The word and its remainder after each separator, because other text may precede the key. */
function endsOf(word: string): readonly string[] {
  const end = word.slice(-longestKey).replace(/[_-]+$/, "")
  const starts = [...end.matchAll(/[_-]+/g)].map(({ index, 0: separator }) => index + separator.length)
  return [end, ...starts.slice(-mostParts).map((start) => end.slice(start))]
}

/** The length of a key with 16 random bytes. Ids have 22 characters and stay readable. */
const shortestKey = 28

function looksRandom(part: string): boolean {
  if (part.length < shortestKey) return false
  if (/[0-9]/.test(part) && /[A-Za-z]/.test(part)) return true
  // Names that people choose rarely contain capitals.
  const capitals = part.replace(/[^A-Z]/g, "").length / part.length
  return capitals > 0.25 && capitals < 0.75
}
