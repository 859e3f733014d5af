import type { DescribedError } from "../../../operations/describe-error.ts"
import { codeBlock } from "../code/code-block.ts"
import { docsPages } from "../docs/contents.ts"
import { type Html, html, nothing } from "../html.ts"
import type { TocEntry } from "../layout/toc.ts"
import { inline } from "../prose.ts"
import { operationHref } from "../reference/hrefs.ts"
import { errorHome } from "./error-paths.ts"
import { statusView } from "./status-view.ts"

interface ShownError extends DescribedError {
  readonly type: string
}

/** What an error means, what causes it and what to do. */
export function errorView(entry: ShownError, example: unknown): Html {
  return html`<div class="narrow">
<p class="crumbs"><a href="${errorHome}">Errors</a> <span aria-hidden="true">/</span> ${entry.category}</p>
<h1><code>${entry.code}</code></h1>
<p>${statusView(entry)}</p>
<p>${inline(entry.when)}</p>
<h2 id="causes">What usually causes it</h2>
<ul>${entry.causes.map((cause) => html`<li>${inline(cause)}</li>`)}</ul>
<h2 id="fixes">How to fix it</h2>
<p>${inline(entry.clears)}</p>
${entry.fixes.map(fixView)}
<p>Read more: ${guideView(entry.guide)}.</p>
${operationsView(entry)}
<h2 id="response">In the response</h2>
<dl class="facts">
<dt>Category</dt><dd><code>${entry.category}</code></dd>
<dt>Code</dt><dd><code>${entry.code}</code></dd>
<dt>Status</dt><dd>${entry.status}</dd>
<dt>Title</dt><dd>${entry.title}</dd>
<dt>Type</dt><dd><code>${entry.type}</code></dd>
</dl>
${codeBlock("json", JSON.stringify(example, null, 2), { what: "response" })}
</div>`
}

/** The headings of the page. */
export function errorToc({ operations }: DescribedError): readonly TocEntry[] {
  const returned = operations.length === 0 ? [] : [{ id: "operations", title: "Returned by", level: 2 as const }]
  return [
    { id: "causes", title: "What usually causes it", level: 2 },
    { id: "fixes", title: "How to fix it", level: 2 },
    ...returned,
    { id: "response", title: "In the response", level: 2 },
  ]
}

function fixView({ text, sample }: DescribedError["fixes"][number]): Html {
  const shown = html`<p class="fix">${inline(text)}</p>`
  return sample === undefined ? shown : html`${shown}${codeBlock("sh", sample, { what: "sample" })}`
}

function guideView(guide: string): Html {
  const [path] = guide.split("#")
  const label = docsPages.find((page) => page.path === path)?.label ?? guide
  return html`<a href="${guide}">${label}</a>`
}

function operationsView({ operations }: DescribedError): Html {
  if (operations.length === 0) return nothing
  const views =
    operations === "all"
      ? html`<p>Every operation of the <a href="/reference">reference</a>.</p>`
      : html`<p>${operations.map((name) => html`<a href="${operationHref(name)}"><code>${name}</code></a> `)}</p>`
  return html`<h2 id="operations">Returned by</h2>${views}`
}
