import type { OpenApiDocument } from "../../openapi/model.ts"
import { codeBlock } from "../code/code-block.ts"
import { type Html, html } from "../html.ts"
import { inline, prose } from "../prose.ts"
import { entriesOf } from "./entries.ts"
import { operationHref } from "./hrefs.ts"
import { homeOf, tasks } from "./tasks.ts"

/** All operations by task. Each row has the id that older links name: `/reference#keys.verifyKey`. */
export function indexView(document: OpenApiDocument): Html {
  const { info, servers } = document
  const summaries = new Map(entriesOf(document).map(({ name, operation }) => [name, operation.summary]))
  const address = servers[0]?.url ?? ""
  return html`<div class="index">
<h1>Reference <span class="version">${info.version}</span></h1>
${prose(info.description)}
${codeBlock("bash", `export KEYWARD_URL=${address}\nexport KEYWARD_KEY=kw_root_…`, { what: "settings", title: "Address and key, as every sample reads them" })}
${tasks.map(
  ({ title, operations }) =>
    html`<section><h2>${title}</h2><ul class="operations">${operations.map(
      (name) =>
        html`<li id="${name}"><a href="${operationHref(name)}"><strong>${homeOf(name).title}</strong> <code>${name}</code></a><p>${inline(summaries.get(name) ?? "")}</p></li>`,
    )}</ul></section>`,
)}
</div>`
}
