import { hasValidChecksum } from "./key-material.ts"

/**
 * Errors and logs quote what was sent, and a key that got into the wrong place is a secret. These replace it.
 */
const replacement = "[a key]"

/** Everything that looks like a key, also one of another service: long, without separators, and random. */
export function redactKeys(text: string): string {
  return replaceWords(text, (word) => isMinted(word) || word.split(/[_-]/).some(looksRandom))
}

/** Only what Keyward itself has minted, for texts in which long names are usual, such as paths of files. */
export function redactMintedKeys(text: string): string {
  return replaceWords(text, isMinted)
}

const words = /[A-Za-z0-9_-]{12,}/g

function replaceWords(text: string, isKey: (word: string) => boolean): string {
  return text.replace(words, (word) => (isKey(word) ? replacement : word))
}

/** Of root and operator keys a part is enough: it may have been cut or mistyped. */
const ownBeginning = /kw_(root|op)_[A-Za-z0-9]{4}/

function isMinted(word: string): boolean {
  return ownBeginning.test(word) || endsOf(word).some(hasValidChecksum)
}

/** Longer than any key, and more parts than a prefix has; what is longer still must not take longer. */
const longestKey = 512
const mostParts = 8

/** The word, and what is left of it after each separator: something may stand before the key. */
function endsOf(word: string): readonly string[] {
  const end = word.slice(-longestKey).replace(/[_-]+$/, "")
  const starts = [...end.matchAll(/[_-]+/g)].map(({ index, 0: separator }) => index + separator.length)
  return [end, ...starts.slice(-mostParts).map((start) => end.slice(start))]
}

/** Keys of 16 bytes have as many. Ids have 22, and so stay readable. */
const shortestKey = 28

function looksRandom(part: string): boolean {
  if (part.length < shortestKey) return false
  if (/[0-9]/.test(part) && /[A-Za-z]/.test(part)) return true
  // Capitals are rare in the names that people make up.
  const capitals = part.replace(/[^A-Z]/g, "").length / part.length
  return capitals > 0.25 && capitals < 0.75
}
