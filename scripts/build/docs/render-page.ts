import type { BuiltPage, Heading } from "../../../src/http/pages/docs/built-docs.ts"
import { asHtml, type Html, html } from "../../../src/http/pages/html.ts"
import { imageView } from "./image-view.ts"
import { targetOf } from "./link-target.ts"
import { plainElements, textOf } from "./plain-elements.ts"

interface Source {
  /** From the root of the repository. */
  readonly file: string
  readonly markdown: string
}

/** Renders a Markdown page. Only markup of these functions reaches the page: `plainElements` escapes all text. */
export function renderPage({ file, markdown }: Source): BuiltPage {
  const headings: Heading[] = []
  const paragraphs: string[] = []
  const anchors = uniqueAnchors()
  const body = Bun.markdown.render(markdown, {
    ...plainElements,
    heading(children, { level }) {
      const text = textOf(children)
      const heading = { level, id: anchors(text), text }
      headings.push(heading)
      // The layout shows the title.
      return level === 1 ? "" : headingView(heading, children)
    },
    paragraph(children) {
      paragraphs.push(textOf(children))
      return `<p>${children}</p>\n`
    },
    link: (children, { href }) => linkView(file, href, asHtml(children)).markup,
    image: (children, { src }) => imageView(file, src, textOf(children)).markup,
  })
  const [title, ...others] = headings
  if (title?.level !== 1) throw new Error(`${file} must start with its title.`)
  return {
    title: title.text,
    summary: paragraphs[0] ?? "",
    headings: others.filter(({ level }) => level <= 3),
    html: body,
  }
}

function headingView({ level, id }: Heading, children: string): string {
  return `<h${level} id="${id}"><a class="anchor" href="#${id}">${children}</a></h${level}>\n`
}

/** A file that is not served has no address, so its name has to do. */
function linkView(file: string, href: string, children: Html): Html {
  const target = targetOf(file, href)
  if (target.type === "unserved") return html`<span title="${target.file} in the repository">${children}</span>`
  return html`<a href="${target.href}">${children}</a>`
}

/** The anchors of GitHub, so that a link works there and here. A repeated heading gets a number. */
function uniqueAnchors(): (text: string) => string {
  const counts = new Map<string, number>()
  return (text) => {
    const anchor = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-")
    const count = counts.get(anchor) ?? 0
    counts.set(anchor, count + 1)
    return count === 0 ? anchor : `${anchor}-${count}`
  }
}
