import { codeBlock } from "../../../src/http/pages/code/code-block.ts"
import type { BuiltPage } from "../../../src/http/pages/docs/built-docs.ts"
import { asHtml, type Html, html } from "../../../src/http/pages/html.ts"
import { anchorOf, uniqueAnchors } from "./anchors.ts"
import { imageView } from "./image-view.ts"
import { targetOf } from "./link-target.ts"
import { addressOfCode } from "./linked-code.ts"
import { plainElements, textOf } from "./plain-elements.ts"

interface Source {
  /** From the root of the repository. */
  readonly file: string
  readonly markdown: string
}

/** A heading with what follows it. The title of the page is the first. */
export interface Section {
  readonly level: number
  readonly id: string
  readonly title: string
  readonly paragraphs: string[]
  /** Names of fields, settings and commands. */
  readonly codes: Set<string>
  /** What readers call it, from a comment: `<!-- search: sso okta -->`. */
  readonly searchWords: string[]
}

interface RenderedPage extends BuiltPage {
  readonly sections: readonly Section[]
}

/** Renders a Markdown page. Only markup of these functions reaches the page: `plainElements` escapes all text. */
export function renderPage({ file, markdown }: Source): RenderedPage {
  const sections: Section[] = []
  const anchors = uniqueAnchors()
  const body = Bun.markdown.render(markdown, {
    ...plainElements,
    heading(children, { level }) {
      const title = textOf(children)
      const id = anchors(title)
      sections.push({ level, id, title, paragraphs: [], codes: new Set(), searchWords: [] })
      // The layout shows the title.
      return level === 1 ? "" : headingView(level, id, withoutLinks(children))
    },
    text(text, ...rest) {
      const [, words] = /<!-- search: (.*?) -->/.exec(text) ?? []
      if (words !== undefined) sections.at(-1)?.searchWords.push(words)
      return plainElements.text?.(text, ...rest) ?? ""
    },
    paragraph(children) {
      sections.at(-1)?.paragraphs.push(textOf(children))
      return `<p>${children}</p>\n`
    },
    codespan(children) {
      const text = textOf(children)
      sections.at(-1)?.codes.add(text)
      const address = addressOfCode(text)
      const code = `<code>${children}</code>`
      return address === undefined ? code : `<a href="${address}">${code}</a>`
    },
    code: (children, meta) => `${codeBlock(meta?.language ?? "text", textOf(children).trimEnd()).markup}\n`,
    link: (children, { href }) => linkView(file, href, asHtml(withoutLinks(children))).markup,
    image: (children, { src }) => imageView(file, src, textOf(children)).markup,
    // Each term of the glossary can be linked to.
    ...(file === glossary && { tr: termView }),
  })
  const [title, ...others] = sections
  if (title?.level !== 1) throw new Error(`${file} must start with its title.`)
  return {
    title: title.title,
    summary: title.paragraphs[0] ?? "",
    headings: others.flatMap(({ id, title, level }) => (level === 2 || level === 3 ? [{ id, title, level }] : [])),
    html: body,
    sections,
  }
}

export const glossary = "docs/glossary.md"

function termView(children: string): string {
  const [, term] = /^<td>(.*?)<\/td>/.exec(children) ?? []
  return term === undefined ? `<tr>${children}</tr>\n` : `<tr id="${anchorOf(textOf(term))}">${children}</tr>\n`
}

/** A link cannot contain another one. */
function withoutLinks(children: string): string {
  return children.replace(/<\/?a\b[^>]*>/g, "")
}

function headingView(level: number, id: string, children: string): string {
  return `<h${level} id="${id}">${children}<a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h${level}>\n`
}

/** A file that is not served has no address, so its name has to do. */
function linkView(file: string, href: string, children: Html): Html {
  const target = targetOf(file, href)
  if (target.type === "unserved") return html`<span title="${target.file} in the repository">${children}</span>`
  return html`<a href="${target.href}">${children}</a>`
}
