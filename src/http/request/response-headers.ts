/** An object that collects response headers. Copies of it share them. */
export interface WithHeaders {
  /** Sent with success and error, in addition to the default headers. */
  readonly headers: Record<string, string>
}

export function addHeaders(target: WithHeaders, headers: Readonly<Record<string, string>>): void {
  Object.assign(target.headers, headers)
}
