/** Whether an `Accept` header lists the media type itself; `*` ranges do not count. */
export function acceptLists(accept: string | null, mediaType: string): boolean {
  if (accept === null) return false
  return accept.split(",").some((range) => range.split(";")[0]?.trim().toLowerCase() === mediaType)
}
