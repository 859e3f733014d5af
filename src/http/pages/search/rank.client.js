// Finds and orders entries of the index. Pure: the page and the tests call the same function.

const kinds = ["operation", "guide", "error", "code", "object", "glossary", "absent"]
/** Worth of a word by the field that has it. `words` and `body` are not shown. */
const worth = { title: 10, words: 6, text: 3, body: 1 }
const synonymWorth = 0.5
const beginningWorth = 0.6
/** An entry with less than this share of the best score is left out. */
const weakShare = 0.1
/** Words that say nothing about what a person looks for. */
const fillers = new Set(
  "a an and are be by can do does for from how i in is it me my not of on or our the this to use using was we what when where which with without you your".split(
    " ",
  ),
)

/**
 * Prepares the index, and returns the search over it. The search finds entries that have all words of the query, or a
 * synonym of each. If there are none, it returns what comes nearest, and `matchesAll` is false.
 */
export function createSearch({ entries, synonyms }) {
  const pages = entries.map((entry) => ({ entry, stems: stemsOf(entry) }))
  addHeadings(pages)
  const groups = synonyms.map((group) => group.map(stem))
  const words = vocabularyOf(entries)
  const counts = new Map()
  for (const { stems } of pages) for (const one of stems.keys()) counts.set(one, (counts.get(one) ?? 0) + 1)

  return function search(query, limit = 20) {
    const terms = termsOf(query).map((word, place, all) => termOf(word, place === all.length - 1))
    if (terms.length === 0) return { entries: [], matchesAll: true }
    const exact = query.trim()
    const scored = pages.map((page) => scoreOf(page, terms, exact)).filter(({ found }) => found > 0)
    const whole = scored.filter(({ found }) => found === terms.length)
    const matchesAll = whole.length > 0 && terms.every(({ isGuess }) => !isGuess)
    const sorted = (whole.length > 0 ? whole : scored).sort(
      (one, other) => other.score - one.score || order(one.entry) - order(other.entry),
    )
    // A page that only mentions the words somewhere helps if there is nothing better.
    const good = sorted.filter(({ score }) => score > weakShare * sorted[0].score).map(({ entry }) => entry)
    return { entries: fewOfEachPage(good).slice(0, limit), matchesAll }
  }

  /** All stems that stand for a word of the query, with their worth. */
  function termOf(word, isLast) {
    const own = stem(word)
    const stems = new Map([[own, 1]])
    const add = (one, value) => stems.set(one, Math.max(value, stems.get(one) ?? 0))
    for (const other of groups.filter((group) => group.includes(own)).flat()) add(other, synonymWorth)
    // While a person types, the beginning of the last word stands for it, unless it is a word of a title.
    const isUnfinished = isLast && !words.ofTitles.has(own)
    if (isUnfinished) for (const [one, value] of words.all) if (one.startsWith(word)) add(value, beginningWorth)
    const isKnown = [...stems.keys()].some((one) => counts.has(one))
    if (!isKnown) for (const one of nearestTo(word, words.all)) add(one, 1)
    const known = [...stems.keys()].filter((one) => counts.has(one))
    const rarity = Math.log(1 + pages.length / Math.max(1, ...known.map((one) => counts.get(one))))
    return { stems, rarity, isGuess: !isKnown }
  }

  function scoreOf({ entry, stems }, terms, exact) {
    let found = 0
    let total = 0
    for (const term of terms) {
      let best = 0
      for (const [one, value] of term.stems) best = Math.max(best, value * (stems.get(one) ?? 0))
      if (best > 0) found++
      total += best * term.rarity
    }
    const title = titleStems(entry)
    const isNamed = title.map((one) => terms.some((term) => term.stems.has(one)))
    const share = isNamed.filter(Boolean).length / title.length
    const closeness = 1 + share / 2 + (isNamed[0] ? 0.1 : 0)
    // `RATE_LIMITED` is the code of a verification, and `rate_limited` would be an error.
    const isExact = entry.title.toLowerCase() === exact.toLowerCase()
    const exactness = entry.title === exact ? 3 : isExact ? 2 : 1
    return { entry, found, score: total * importance(entry) * closeness * exactness }
  }
}

/** A page that has many fitting headings must not fill the list. */
function fewOfEachPage(entries) {
  const shown = new Map()
  return entries.filter(({ path }) => {
    const page = pageOf(path)
    shown.set(page, (shown.get(page) ?? 0) + 1)
    return shown.get(page) <= 2
  })
}

/** A page is also found by what stands below its headings. */
function addHeadings(pages) {
  const tops = new Map(pages.flatMap(({ entry, stems }) => (entry.kind === "guide" ? [[entry.path, stems]] : [])))
  for (const { entry, stems } of pages) {
    const top = tops.get(pageOf(entry.path))
    if (top === undefined || top === stems) continue
    for (const one of stems.keys()) if (!top.has(one)) top.set(one, worth.body)
  }
}

function pageOf(path) {
  return path.split("#")[0]
}

function titleStems({ title }) {
  return wordsOf(title)
    .filter((word) => !fillers.has(word))
    .map(stem)
}

function order({ kind }) {
  return kinds.indexOf(kind)
}

/** A page has many headings, which must not hide the page itself or the operation that does the work. */
function importance({ kind, path }) {
  if (/^\/docs\/(contract|client\/methods)/.test(path)) return 0.6
  if (kind === "glossary") return 0.8
  if (kind === "operation") return 1.2
  return path.includes("#") || kind === "object" || kind === "error" ? 1 : 1.5
}

/** The stems of an entry, each with the worth of its best field. */
function stemsOf(entry) {
  const stems = new Map()
  for (const [field, value] of Object.entries(worth)) {
    for (const word of wordsOf(entry[field])) {
      const one = stem(word)
      stems.set(one, Math.max(value, stems.get(one) ?? 0))
    }
  }
  return stems
}

function vocabularyOf(entries) {
  const all = new Map()
  const ofTitles = new Set()
  for (const entry of entries) {
    for (const word of wordsOf(entry.title)) ofTitles.add(stem(word))
    for (const field of Object.keys(worth)) for (const word of wordsOf(entry[field])) all.set(word, stem(word))
  }
  return { all, ofTitles }
}

/** Fillers count only if there is nothing else. */
function termsOf(query) {
  const words = wordsOf(query)
  const meaningful = words.filter((word) => !fillers.has(word))
  return meaningful.length > 0 ? meaningful : words
}

/**
 * Splits `keys.rerollKey` and `key_not_found` into the words in them. `JavaScript` and `Next.js` are one word,
 * and "API key" is a key.
 */
export function wordsOf(text) {
  return text
    .replace(/\.js\b/gi, "js")
    .replace(/\bapi[- ](?=keys?\b)/gi, "")
    .replace(/\b[a-z]\w*/g, (identifier) => identifier.replace(/([a-z0-9])([A-Z])/g, "$1 $2"))
    .toLowerCase()
    .replace(/['’]s\b/g, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
}

/** The part that the forms of an English word share: `rotat` for rotate, rotates, rotated, rotating and rotation. */
export function stem(word) {
  const singular = word.replace(/ies$/, "y").replace(/(?<=..[^sui])s$/, "")
  const bare = singular
    .replace(/(?<=...)ification$/, "ify")
    .replace(/(?<=...)(ion|ing|ied|ed)$/, "")
    .replace(/([bdgmnprt])\1$/, "$1")
  return bare.replace(/(?<=....)[ey]$/, "").replace(/(?<=.....)at$/, "")
}

/** The stems of the words that differ least from a misspelled one. */
function nearestTo(word, words) {
  const most = word.length < 4 ? 0 : word.length < 7 ? 1 : 2
  let least = most
  let found = []
  for (const [one, value] of words) {
    if (Math.abs(one.length - word.length) > least || one[0] !== word[0]) continue
    const distance = editsBetween(one, word)
    if (distance > least || distance === 0) continue
    if (distance < least) found = []
    least = distance
    found.push(value)
  }
  return found
}

/** Letters to add, remove, replace or swap with their neighbour. */
function editsBetween(one, other) {
  let before = []
  let last = Array.from({ length: other.length + 1 }, (_, count) => count)
  for (let row = 1; row <= one.length; row++) {
    const next = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwap = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      next[column] = Math.min(
        last[column] + 1,
        next[column - 1] + 1,
        last[column - 1] + (isSame ? 0 : 1),
        isSwap ? before[column - 2] + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = last
    last = next
  }
  return last[other.length]
}
