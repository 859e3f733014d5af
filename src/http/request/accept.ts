/** Whether an `Accept` header lists exactly this media type. Ranges with `*` do not count. */
export function acceptLists(accept: string | null, mediaType: string): boolean {
  if (accept === null) return false
  return accept.split(",").some((range) => range.split(";")[0]?.trim().toLowerCase() === mediaType)
}
