// Finds and orders entries of the index. Pure: the page and the tests call the same function.

const kinds = ["operation", "guide", "error", "object", "glossary"]
/** Worth of a hit: in the title, in the further words, in the text. */
const worth = { title: 10, words: 6, text: 3 }
const synonymWorth = 0.6

export function rank(query, { entries, synonyms }, limit = 20) {
  const asked = wordsOf(query).map((word) => withSynonyms(word, synonyms))
  if (asked.length === 0) return []
  const exact = query.trim().toLowerCase()
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, asked, exact) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score || order(one.entry) - order(other.entry))
    .slice(0, limit)
    .map(({ entry }) => entry)
}

function order({ kind }) {
  return kinds.indexOf(kind)
}

/** Splits `keys.rerollKey` and `key_not_found` into the words in them. */
function wordsOf(text) {
  return text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
}

function withSynonyms(word, synonyms) {
  const singular = word.replace(/(?<=[a-z]{3})(?<!s)s$/, "")
  // While a person types, the beginning of a word stands for it.
  const groups = synonyms.filter((group) => group.some((one) => one === singular || begins(one, singular, 4)))
  return { word: singular, others: [...new Set(groups.flat())].filter((one) => one !== singular) }
}

function begins(whole, start, letters) {
  return start.length >= letters && whole.startsWith(start)
}

/** Every word must be found, itself or as a synonym. */
function scoreOf(entry, asked, exact) {
  const fields = Object.keys(worth).map((field) => ({ worth: worth[field], words: wordsOf(entry[field]) }))
  let total = 0
  for (const { word, others } of asked) {
    const own = bestOf(fields, word)
    const best = Math.max(own, ...others.map((other) => bestOf(fields, other) * synonymWorth))
    if (best === 0) return 0
    total += best
  }
  const title = entry.title.toLowerCase()
  if (title === exact) return total + 100
  const weighted = total * importance(entry)
  return title.startsWith(exact) ? weighted + 1 : weighted + 1 / fields[0].words.length
}

/** A guide has many headings, which must not hide the guide itself or the operation that does the work. */
function importance({ kind, path }) {
  if (kind === "operation") return 1.5
  return path.includes("#") ? 1 : 1.3
}

function bestOf(fields, word) {
  return Math.max(...fields.map((field) => field.worth * Math.max(0, ...field.words.map((one) => likeness(one, word)))))
}

function likeness(found, asked) {
  if (found === asked || found === `${asked}s`) return 1
  if (found.startsWith(asked)) return 0.7
  return asked.length > 3 && found.includes(asked) ? 0.3 : 0
}
