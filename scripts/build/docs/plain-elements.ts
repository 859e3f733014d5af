import { html } from "../../../src/http/pages/html.ts"

/** Elements that look the same on every page. */
export const plainElements: Bun.markdown.RenderCallbacks = {
  // The parser passes raw HTML through `text` too.
  text: (text) => (isComment(text) ? "" : html`${text}`.markup),
  html: (children) => (isComment(textOf(children)) ? "" : `<p>${children}</p>\n`),
  strong: (children) => `<strong>${children}</strong>`,
  emphasis: (children) => `<em>${children}</em>`,
  strikethrough: (children) => `<del>${children}</del>`,
  codespan: (children) => `<code>${children}</code>`,
  blockquote: (children) => `<blockquote>${children}</blockquote>\n`,
  hr: () => "<hr>\n",
  list: (children, { ordered, start = 1 }) =>
    ordered ? `<ol${start === 1 ? "" : ` start="${start}"`}>${children}</ol>\n` : `<ul>${children}</ul>\n`,
  listItem: (children) => `<li>${children}</li>\n`,
  // A wide table scrolls, instead of the page.
  table: (children) => `<div class="table" tabindex="0"><table>${children}</table></div>\n`,
  thead: (children) => (textOf(children).trim() === "" ? "" : `<thead>${children}</thead>\n`),
  tbody: (children) => `<tbody>${children}</tbody>`,
  tr: (children) => `<tr>${children}</tr>\n`,
  th: (children, meta) => `<th scope="col"${alignment(meta)}>${children}</th>`,
  td: (children, meta) => `<td${alignment(meta)}>${children}</td>`,
  code: (children) => `<pre><code>${children}</code></pre>\n`,
}

/** Style attributes are forbidden on our pages. */
function alignment(meta: Bun.markdown.CellMeta | undefined): string {
  return meta?.align === undefined ? "" : ` class="${meta.align}"`
}

function isComment(text: string): boolean {
  return /^\s*<!--[\s\S]*-->\s*$/.test(text)
}

/** The text of rendered elements. */
export function textOf(markup: string): string {
  return markup
    .replace(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&")
}
