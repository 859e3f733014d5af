import type { Touched } from "../../../contract/touches.ts"
import { type CallerType, isRepeatable, namesOfNeeds, type Operation } from "../../../operations/operation.ts"
import { type Html, html, nothing } from "../html.ts"

/** Who may call the operation, and what the caller needs. */
export function factsView(operation: Operation): Html {
  const {
    callers = ["root_key"],
    needs,
    mayNeed = [],
    needsFreshSignIn,
    isDestructive,
    touches,
    isOfPortal,
  } = operation
  const rows = [
    row(
      "Callers",
      html`${callers.map((caller, index) => html`${index === 0 ? "" : ", "}${nameOf(caller, operation)}`)}`,
    ),
    ...(needs.length === 0 ? [] : [row(isOfPortal ? "Action" : "Permission", codes(namesOfNeeds(operation, needs)))]),
    ...(mayNeed.length === 0 ? [] : [row("Some requests also need", codes(namesOfNeeds(operation, mayNeed)))]),
    ...(needsFreshSignIn ? [row("Sign-in", html`within the last 10 minutes, if the caller is a person`)] : []),
    row("Effect", effectOf(operation)),
    ...(isDestructive ? [careful("deletes or disables something")] : []),
    ...(isDestructive || touches === undefined || touches === "one object" ? [] : [careful(carefulWith(touches))]),
  ]
  return html`<dl class="facts operation-facts">${rows}</dl>`
}

function careful(text: string): Html {
  return row("Careful", html`<span class="danger">${text}</span>`)
}

function carefulWith(touches: readonly Touched[]): string {
  if (touches.some(({ when }) => when?.enabled === false)) return "some requests disable something"
  return touches.some(({ when }) => when === undefined)
    ? "changes many objects at once"
    : "some requests change many objects at once"
}

function row(term: string, content: Html): Html {
  return html`<div><dt>${term}</dt><dd>${content}</dd></div>`
}

function effectOf(operation: Operation): Html {
  const isOnce = operation.kind === "mutation" && !isRepeatable(operation)
  return isOnce ? html`changes data; ignores <code>Idempotency-Key</code>` : effects[operation.kind]
}

const effects: Readonly<Record<Operation["kind"], Html>> = {
  query: html`reads, changes nothing`,
  mutation: html`changes data and records events; safe to repeat with an <a href="#header.Idempotency-Key"><code>Idempotency-Key</code></a>`,
  consumption: html`uses up rate limits or credits`,
  stream: html`sends events as they happen; changes nothing`,
}

function nameOf(caller: CallerType, { isOpenToPrograms, isOfPortal }: Operation): string {
  const names: Readonly<Record<CallerType, string>> = {
    operator: "operator key",
    root_key: "root key or member of the workspace",
    api_key: "API key, about itself",
    user: "person who has signed in, about themselves",
    visitor: isOpenToPrograms
      ? "any program, without a credential"
      : `anyone, from ${isOfPortal ? "the page of the portal" : "a page of the public origin"}`,
    portal: "customer in the portal",
  }
  return names[caller]
}

function codes(texts: readonly string[]): Html {
  return html`${texts.map((text, index) => html`${index === 0 ? nothing : html` and `}<code>${text}</code>`)}`
}
