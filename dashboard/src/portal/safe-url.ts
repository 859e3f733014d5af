/** An address that a link may have. The server allows no other, and nothing else is ever a link here. */
export function safeUrl(text: string | undefined): URL | undefined {
  const url = text === undefined ? null : URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) ? url : undefined
}

/** As browsers write it, so that letters of other scripts do not look like another host. */
export function hostOf({ host }: URL): string {
  return host
}
