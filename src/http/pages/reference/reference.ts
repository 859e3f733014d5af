import { pause } from "../../../core/pauses.ts"
import type { JsonSchema, OpenApiDocument } from "../../openapi/model.ts"
import type { Page } from "../../server/routes.ts"
import { asset } from "../asset.ts"
import { type Html, html, nothing } from "../html.ts"
import { htmlResponse } from "../layout.ts"
import { prose } from "../prose.ts"
import { type Entry, entriesOf } from "./entries.ts"
import { commonErrorsView } from "./errors-view.ts"
import { operationView } from "./operation-view.ts"
import script from "./reference.client.js" with { type: "text" }
import style from "./reference.css" with { type: "text" }
import { fieldsView } from "./schema-view.ts"

/** The reference page, rendered from the OpenAPI document on first use, with its style sheet and script. */
export function referencePages(document: () => Promise<OpenApiDocument>): Page[] {
  let sheet: ReturnType<typeof render> | undefined
  const serve = () => {
    sheet ??= document().then(render)
    return sheet
  }
  return [{ name: "reference", path: "/reference", serve }, ownStyle.page, ownScript.page]
}

const ownStyle = asset("/reference/reference.css", style)
const ownScript = asset("/reference/reference.js", script)

async function render(document: OpenApiDocument) {
  return htmlResponse({
    title: "Keyward reference",
    head: html`<link rel="stylesheet" href="${ownStyle.href}"><script src="${ownScript.href}" defer></script>`,
    main: await referenceView(document),
    section: "reference",
  })
}

async function referenceView(document: OpenApiDocument): Promise<Html> {
  const entries = entriesOf(document)
  const { info, tags } = document
  const views = new Map<Entry, Html>()
  for (const entry of entries) {
    views.set(entry, operationView(document, entry))
    await pause()
  }
  return html`<h1>Keyward reference <span class="version">${info.version}</span></h1>
<div class="intro">${prose(info.description)}</div>
${toolsView(entries.length)}
<nav class="resources" aria-label="Resources">${tags.map(({ name }) => html`<a href="#resource.${name}">${name}</a>`)}<a href="#errors">errors</a><a href="#schemas">objects</a></nav>
${tags.map(({ name, description }) => {
  const own = entries.filter(({ operation }) => operation.tags.includes(name))
  return html`<section class="resource" id="resource.${name}"><h2>${name}</h2><p>${description}</p>${own.map((entry) => views.get(entry) ?? nothing)}</section>`
})}
${commonErrorsView(document)}
${schemasView(document)}`
}

function toolsView(count: number): Html {
  return html`<form class="tools" data-tools>
<label><span>Filter</span><input type="search" data-filter placeholder="Name, path or words" autocomplete="off" spellcheck="false"></label>
<label><span>Key for “Try it”</span><input type="password" data-key placeholder="kw_root_…" autocomplete="off" spellcheck="false"></label>
<p class="hint"><span data-count role="status">${count} operations.</span> The key stays in this tab and is sent to this server only.</p>
</form>
<p class="no-match" data-no-match hidden>No operation matches.</p>`
}

function schemasView({ components }: OpenApiDocument): Html {
  const views = Object.entries(components.schemas).map(
    ([name, schema]) =>
      html`<details class="operation schema" id="schema.${name}" data-search="${name.toLowerCase()}"><summary><h3><span class="name">${name}</span></h3></summary><div class="docs">${schemaView(schema)}</div></details>`,
  )
  return html`<section class="resource" id="schemas"><h2>objects</h2><p>Objects in requests and responses.</p>${views}</section>`
}

/** Only request schemas forbid additional fields. */
function schemaView(schema: JsonSchema): Html {
  const [sample = schema] = (schema.properties === undefined ? schema.oneOf : undefined) ?? []
  return fieldsView(schema, sample.additionalProperties === false ? "request" : "response")
}
