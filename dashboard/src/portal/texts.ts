import { accountTexts } from "./account-texts.ts"
import { keyTexts } from "./key-texts.ts"

/** Everything that the page says, by id. The configuration of the portal can replace each of them, for each language. */
export const englishTexts = {
  "page.title": "API keys",
  "page.loading": "Loading",
  "head.docs": "Documentation",
  "head.support": "Support",
  "head.back": "Back to {host}",
  "head.end": "End session",
  "head.parts": "Parts of this page",
  "head.openedBy": "{name} opened this page as {customer}. Changes are not offered here.",
  "head.openedByWithChanges": "{name} opened this page as {customer}. Every change is recorded under that name.",
  "head.thisCustomer": "this customer",
  "action.cancel": "Cancel",
  "action.copy": "Copy",
  "action.copied": "Copied",
  "action.more": "Show more",
  "action.retry": "Try again",
  "action.save": "Save",
  "action.openTab": "Open in a new tab",
  "action.newLink": "Get a new link",
  "action.reopen": "Open again",
  ...keyTexts,
  ...accountTexts,
  "expired.title": "Your session has ended",
  "expired.text":
    "To protect your keys, this page closes after a while. Go back to where you came from, and open it again.",
  "expired.embedded": "To protect your keys, this page closes after a while. Open it again to continue.",
  "failed.title": "This link does not work",
  "failed.text":
    "It was opened before, is older than five minutes, or was revoked. Go back to where you came from, and open this page again.",
  "failed.noLink": "The link is not complete. Go back to where you came from, and open this page again.",
  "blocked.title": "Open this page in a tab",
  "blocked.text": "Your browser keeps no cookies for a page inside another one, so you cannot sign in here.",
  "blocked.old": "The link for the tab has expired.",
  "closed.title": "You have ended the session",
  "closed.text": "You can close this page.",
  "error.title": "This page could not be loaded",
  "error.unreachable": "The service cannot be reached. Check your connection, and try again.",
  "error.busy": "The service is busy. Try again in {seconds} s.",
  "error.tooMany": "Too many requests. Try again in {seconds} s.",
  "error.changed": "This is no longer possible. The page now shows the current state.",
  "error.noRoom": "You have reached your number of keys. Revoke one first.",
  "error.recoverable": "This key cannot be rotated here. Create a new key instead, and then revoke this one.",
  "error.invalid": "The service did not accept this: {message}.",
  "error.unknown": "Something went wrong. Try again. If it happens again, send this code to support: {request}",
} as const

export type TextId = keyof typeof englishTexts

/** As the configuration holds them: by language, then by id. */
export type TextsByLanguage = Readonly<Record<string, Readonly<Record<string, string>>>>

export type Values = Readonly<Record<string, string>>

/** The texts that win for a language: those of its tag, of its main language, and then the English ones of the configuration. */
export function textsIn(configured: TextsByLanguage, locale: string): Readonly<Record<TextId, string>> {
  const named = (wanted: string) =>
    Object.entries(configured).find(([tag]) => tag.toLowerCase() === wanted.toLowerCase())?.[1] ?? {}
  const [language = ""] = locale.split("-")
  return { ...englishTexts, ...named("en"), ...named(language), ...named(locale) }
}

/** A value is never read as a text with places of its own. */
export function fillIn(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place)
}
