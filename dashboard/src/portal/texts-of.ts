import type { PortalView } from "@keyward/client"
import type { TextsByLanguage } from "./texts.ts"

/** The configured texts of a view. What is not a text is left out. */
export function textsOf({ texts }: Pick<PortalView, "texts">): TextsByLanguage {
  return Object.fromEntries(
    Object.entries(texts).map(([locale, own]) => {
      const entries = Object.entries(Object(own)).filter(
        (entry): entry is [string, string] => typeof entry[1] === "string",
      )
      return [locale, Object.fromEntries(entries)]
    }),
  )
}
