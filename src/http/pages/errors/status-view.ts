import { type Html, html } from "../html.ts"

export function statusView({ status, title }: { readonly status: number; readonly title: string }): Html {
  return html`<span class="status status-${String(status).slice(0, 1)}">${status} ${title}</span>`
}
