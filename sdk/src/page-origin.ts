/** The origin of the page that runs this code. Undefined outside browsers. */
export function pageOrigin(): string | undefined {
  const host: { readonly location?: { readonly origin?: string } } = globalThis
  const origin = host.location?.origin
  return origin?.startsWith("http") ? origin : undefined
}
