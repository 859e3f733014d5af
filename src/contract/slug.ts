export const slugLength = { minimum: 1, maximum: 128 }
export const slugCharacters = /^[A-Za-z0-9._\-:*/]*$/

/** Words that join permissions in a query, so no permission may have such a slug. */
export function isQueryWord(text: string): boolean {
  return /^(and|or)$/i.test(text)
}

/** Whether a permission may have this slug. */
export function isSlug(text: string): boolean {
  const { minimum, maximum } = slugLength
  return text.length >= minimum && text.length <= maximum && slugCharacters.test(text) && !isQueryWord(text)
}
