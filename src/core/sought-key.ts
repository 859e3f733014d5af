import { idPrefixes } from "../contract/id-prefixes.ts"
import { prefixOfId } from "./id-shape.ts"
import { hasValidChecksum, splitPrefixedKey } from "./key-material.ts"

/**
 * What a search may send of a text in which somebody has pasted a key. A whole key is looked up by its hashes. Every text
 * that looks like a key, or like a part of one, is cut, and what is left finds whatever the text would find.
 */

const shortestWholeKey = 20

/** The text without the word in front of a key that is copied from a header. */
export function withoutBearer(text: string): string {
  return text.trim().replace(/^(?:Authorization:\s*)?Bearer\s+(?=\S+$)/i, "")
}

/**
 * The word that may be a whole key. Imported keys have any form, so a word without others may be one if it is long. Among
 * others it must look like one.
 */
export function wholeKeyIn(text: string): string | undefined {
  const found = wordsIn(withoutBearer(text))
  return found.find(({ word }) => mayBeWholeKey(word) && (found.length === 1 || secretAt(word) !== undefined))?.word
}

function mayBeWholeKey(word: string): boolean {
  return word.length >= shortestWholeKey && prefixOfId(word) === undefined
}

/** The texts whose hashes find a key: the whole, and the last part of a key of `prefixed_api_key`. */
export function hashedTexts(key: string): { readonly whole: string; readonly longToken: string | undefined } {
  return { whole: key, longToken: splitPrefixedKey(key)?.longToken }
}

const shownLength = 4

/** For lists of keys. Cuts behind the first characters of the first secret, because lists show no more of a key. */
export function withoutSecret(text: string): string {
  return cut(withoutBearer(text), (word) => {
    const at = secretAt(word)
    return at === undefined ? undefined : at + shownLength
  })
}

/**
 * For lists of other objects. Their ids and names can be as random as a key, and ids that begin with a time have the same
 * beginning, so almost half of a long word is left: that finds its object, and nobody can use it. Of a key that Keyward
 * has made, no more is left than lists show of it.
 */
export function withoutKey(text: string): string {
  return cut(withoutBearer(text), (word) => {
    const at = word.length < shortestWholeKey ? undefined : secretAt(word)
    if (at === undefined) return undefined
    const shown = at + shownLength
    return hasValidChecksum(word) ? shown : Math.max(shown, Math.floor((word.length - 1) / 2))
  })
}

/** Cuts the text in the first word that has a place for it, so that what is left is a beginning of the text. */
function cut(text: string, lengthLeft: (word: string) => number | undefined): string {
  for (const { word, at } of wordsIn(text)) {
    const length = lengthLeft(word)
    if (length !== undefined) return text.slice(0, at + length)
  }
  return text
}

function wordsIn(text: string) {
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({ word, at: index }))
}

/** A word, an abbreviation, several words in camel case, or a year, perhaps with a short number behind it. */
const isPlain =
  /^(?:(?:[A-Z]?[a-z]{1,19}|[A-Z]{1,19})[0-9]{0,2}|[A-Z]?[a-z]{3,19}(?:[A-Z][a-z]{2,18})+[0-9]{0,4}|[0-9]{1,4})$/
const kinds = [/[0-9]/, /[A-Z]/, /[a-z]/]
/** A date has no more. */
const mostRandomInName = 8

/** Where the secret of a key, or of a part of one, begins in the word. Undefined if the word looks like a name or an id. */
function secretAt(word: string): number | undefined {
  if (isPartOfId(word)) return undefined
  const random = [...word.matchAll(/[0-9A-Za-z]+/g)].filter(([part]) => !isPlain.test(part))
  const looksLikeBody = ({ 0: part, index }: RegExpExecArray) =>
    part.length > shownLength && word[index - 1] === "_" && kinds.filter((kind) => kind.test(part)).length > 1
  const isLong = word.length >= shortestWholeKey && random.join("").length > mostRandomInName
  return isLong || random.some(looksLikeBody) ? random[0]?.index : undefined
}

/** Ids have 22 characters after their prefix, and whole keys have more. */
function isPartOfId(text: string): boolean {
  const end = text.indexOf("_")
  return text.length - end - 1 <= 22 && idPrefixes.some((prefix) => prefix === text.slice(0, end))
}
