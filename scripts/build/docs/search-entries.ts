import type { DocsPage } from "../../../src/http/pages/docs/contents.ts"
import type { SearchEntry } from "../../../src/http/pages/search/entry.ts"
import { stem, wordsOf } from "../../../src/http/pages/search/rank.client.js"
import { anchorOf } from "./anchors.ts"
import { textOf } from "./plain-elements.ts"
import { glossary, type renderPage } from "./render-page.ts"

type Rendered = ReturnType<typeof renderPage>

/** What the search finds on a page: its title, its headings and, in the glossary, its terms. */
export function searchEntries({ file, path }: DocsPage, { title, sections, html }: Rendered): readonly SearchEntry[] {
  const bodies = bodiesOf(html)
  const found = sections
    .filter(({ level }) => level <= 3)
    .map((section): SearchEntry => {
      const first = firstSentence(section.paragraphs[0] ?? "")
      const isPage = section.level === 1
      return withBody(bodies.get(isPage ? "" : section.id) ?? "", {
        title: section.title,
        path: isPage ? path : `${path}#${section.id}`,
        kind: "guide",
        text: isPage ? first : `${title}${first === "" ? "" : `: ${first}`}`,
        words: [...section.searchWords, ...[...section.codes].slice(0, mostCodes)].join(" "),
      })
    })
  return file === glossary ? [...found, ...terms(path, html)] : found
}

/** A table may name every field of an object. */
const mostCodes = 30

/** The text below each heading, and above the first one, without code blocks. */
function bodiesOf(html: string): ReadonlyMap<string, string> {
  const parts = html.replace(/<pre[\s\S]*?<\/pre>/g, " ").split(/<h\d id="([^"]*)">/)
  const bodies = new Map([["", textOf(parts[0] ?? "")]])
  for (let at = 1; at < parts.length; at += 2) bodies.set(parts[at] ?? "", textOf(parts[at + 1] ?? ""))
  return bodies
}

/** Adds the words of the body that nothing shown has, each once. */
function withBody(body: string, entry: Omit<SearchEntry, "body">): SearchEntry {
  const known = new Set(wordsOf(`${entry.title} ${entry.text} ${entry.words}`).map(stem))
  const words = wordsOf(body).filter((word) => {
    const isNew = word.length > 2 && !known.has(stem(word))
    known.add(stem(word))
    return isNew
  })
  return { ...entry, body: words.join(" ") }
}

function terms(path: string, html: string): readonly SearchEntry[] {
  return [...html.matchAll(/<tr id="[^"]*"><td>(.*?)<\/td><td>(.*?)<\/td>/g)].map(([, term = "", meaning = ""]) => {
    const title = textOf(term)
    return { title, path: `${path}#${anchorOf(title)}`, kind: "glossary", text: textOf(meaning), words: "", body: "" }
  })
}

function firstSentence(text: string): string {
  const flat = text.replace(/\s+/g, " ")
  // The number of a list item ends with a full stop too.
  return /^.{12,}?[.:](?= |$)/.exec(flat)?.[0] ?? flat
}
