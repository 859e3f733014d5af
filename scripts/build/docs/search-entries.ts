import type { DocsPage } from "../../../src/http/pages/docs/contents.ts"
import type { SearchEntry } from "../../../src/http/pages/search/entry.ts"
import { anchorOf } from "./anchors.ts"
import { textOf } from "./plain-elements.ts"
import { glossary, type renderPage } from "./render-page.ts"

type Rendered = ReturnType<typeof renderPage>

/** What the search finds on a page: its title, its headings and, in the glossary, its terms. */
export function searchEntries({ file, path }: DocsPage, { title, sections, html }: Rendered): readonly SearchEntry[] {
  const found = sections
    .filter(({ level }) => level <= 3)
    .map((section): SearchEntry => {
      const first = firstSentence(section.paragraphs[0] ?? "")
      const isPage = section.level === 1
      return {
        title: section.title,
        path: isPage ? path : `${path}#${section.id}`,
        kind: "guide",
        text: isPage ? first : `${title}${first === "" ? "" : `: ${first}`}`,
        words: [...section.codes].slice(0, mostCodes).join(" "),
      }
    })
  return file === glossary ? [...found, ...terms(path, html)] : found
}

/** A table may name every field of an object. */
const mostCodes = 30

function terms(path: string, html: string): readonly SearchEntry[] {
  return [...html.matchAll(/<tr id="[^"]*"><td>(.*?)<\/td><td>(.*?)<\/td>/g)].map(([, term = "", meaning = ""]) => {
    const title = textOf(term)
    return { title, path: `${path}#${anchorOf(title)}`, kind: "glossary", text: textOf(meaning), words: "" }
  })
}

function firstSentence(text: string): string {
  const flat = text.replace(/\s+/g, " ")
  // The number of a list item ends with a full stop too.
  return /^.{12,}?[.:](?= |$)/.exec(flat)?.[0] ?? flat
}
