import type { Portal, PortalUpdatePortalInput } from "@keyward/client"

/** A text of the page that replaces the English one. */
export interface TextRow {
  readonly locale: string
  readonly id: string
  readonly text: string
}

/** The settings as people edit them. */
export interface PortalDraft {
  readonly enabled: boolean
  readonly apis: readonly string[]
  readonly actions: Portal["actions"]
  readonly permissions: Portal["permissions"]
  readonly permissionsFrom: Portal["permissionsFrom"]
  readonly maxKeys: string
  readonly expiry: { readonly default?: number; readonly max?: number }
  readonly name: string
  readonly accent: string
  readonly logo: string
  readonly logoDark: string
  readonly docsUrl: string
  readonly supportUrl: string
  readonly returnOrigins: string
  readonly frameAncestors: string
  readonly texts: readonly TextRow[]
}

export function draftOf(portal: Portal): PortalDraft {
  const { enabled, apis, actions, permissions, permissionsFrom, maxKeys, expiry = {}, name } = portal
  const { accent = "", logo = "", logoDark = "", docsUrl = "", supportUrl = "" } = portal
  return {
    ...{ enabled, apis, actions, permissions, permissionsFrom, expiry, name, accent, logo, logoDark },
    ...{ docsUrl, supportUrl, maxKeys: String(maxKeys) },
    returnOrigins: portal.returnOrigins.join("\n"),
    frameAncestors: portal.frameAncestors.join("\n"),
    texts: rowsOf(portal.texts ?? {}),
  }
}

/** Only what differs, so that two people can edit different things. What was emptied is removed. */
export function changesBetween(before: PortalDraft, after: PortalDraft): PortalUpdatePortalInput {
  const [old, next] = [fieldsOf(before), fieldsOf(after)]
  const changed = Object.entries(next).filter(([field, value]) => {
    return JSON.stringify(value) !== JSON.stringify(Reflect.get(old, field))
  })
  return Object.fromEntries(changed)
}

function fieldsOf(draft: PortalDraft) {
  const { maxKeys, expiry, returnOrigins, frameAncestors, texts, enabled, apis, actions } = draft
  const { permissions, permissionsFrom, name, accent, logo, logoDark, docsUrl, supportUrl } = draft
  const orNull = (text: string) => (text.trim() === "" ? null : text.trim())
  return {
    ...{ enabled, apis, actions, permissions, permissionsFrom, maxKeys: Number(maxKeys) },
    expiry: Object.keys(expiry).length === 0 ? null : expiry,
    ...{ name: orNull(name), accent: orNull(accent), logo: orNull(logo), logoDark: orNull(logoDark) },
    ...{ docsUrl: orNull(docsUrl), supportUrl: orNull(supportUrl) },
    ...{ returnOrigins: linesOf(returnOrigins), frameAncestors: linesOf(frameAncestors) },
    texts: texts.length === 0 ? null : textsOfRows(texts),
  } satisfies PortalUpdatePortalInput
}

export function textsOfRows(rows: readonly TextRow[]): Record<string, Record<string, string>> {
  const texts: Record<string, Record<string, string>> = {}
  for (const { locale, id, text } of rows) texts[locale] = { ...texts[locale], [id]: text }
  return texts
}

function rowsOf(texts: NonNullable<Portal["texts"]>): readonly TextRow[] {
  return Object.entries(texts).flatMap(([locale, own]) => {
    return Object.entries(Object(own)).map(([id, text]) => ({ locale, id, text: String(text) }))
  })
}

function linesOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((line) => line !== "")
}
