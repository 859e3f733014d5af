import { idPrefixes } from "../contract/id-prefixes.ts"
import { prefixOfId } from "./id-shape.ts"
import { splitPrefixedKey } from "./key-material.ts"

/**
 * What a search may send of a text in which somebody has pasted a key. A whole key is looked up by its hashes. Of a text
 * that looks like a part of one, only what every list shows of keys is sent, and that finds whatever the text would find.
 */

const shortestWholeKey = 20

/** Any long text without a space may be a whole key, because imported keys have any form. */
export function mayBeWholeKey(text: string): boolean {
  return text.length >= shortestWholeKey && !/\s/.test(text) && prefixOfId(text) === undefined
}

/** The texts whose hashes find a key: the whole, and the last part of a key of `prefixed_api_key`. */
export function hashedTexts(key: string): { readonly whole: string; readonly longToken: string | undefined } {
  return { whole: key, longToken: splitPrefixedKey(key)?.longToken }
}

const shownLength = 4
/** The body of a key and its checksum. */
const alphanumeric = /^[0-9A-Za-z]{5,}$/
const kinds = [/[0-9]/, /[A-Z]/, /[a-z]/]

/** Words have one kind of characters, or a capital at their beginning. Random text has several. */
function looksRandom(part: string): boolean {
  return alphanumeric.test(part) && kinds.filter((kind) => kind.test(part.slice(1))).length > 1
}

/** Ids have 22 characters after their prefix, and whole keys have more. */
function isPartOfId(text: string): boolean {
  const end = text.indexOf("_")
  return text.length - end - 1 <= 22 && idPrefixes.some((prefix) => prefix === text.slice(0, end))
}

/** Cuts a text behind the first characters of its random end, which are part of the `start` of a key. */
export function withoutSecret(text: string): string {
  if (/\s/.test(text) || isPartOfId(text)) return text
  const parts = text.split("_")
  const last = parts.length - 1
  if (!looksRandom(parts[last] ?? "") || (last === 0 && text.length < shortestWholeKey)) return text
  const first = last > 1 && looksRandom(parts[last - 1] ?? "") ? last - 1 : last
  return [...parts.slice(0, first), parts[first]?.slice(0, shownLength)].join("_")
}
