import { type Html, html } from "../html.ts"
import { type Language, languageNamed } from "./languages.ts"

/** The text as markup, with one span per token that has a colour. */
export function highlight(language: string, text: string): Html[] {
  const known = languageNamed(language)
  return known === undefined ? [html`${text}`] : tokens(known, text)
}

function tokens({ pattern }: Language, text: string): Html[] {
  const views: Html[] = []
  let end = 0
  for (const match of text.matchAll(pattern)) {
    const [kind, token] = Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined) ?? []
    if (kind === undefined || token === undefined || token === "") continue
    if (match.index > end) views.push(html`${text.slice(end, match.index)}`)
    views.push(html`<span class="tk-${kind}">${token}</span>`)
    end = match.index + token.length
  }
  return [...views, html`${text.slice(end)}`]
}
