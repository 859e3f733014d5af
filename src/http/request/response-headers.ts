/** An object that collects response headers. */
export interface WithHeaders {
  /** Sent with success and error, in addition to the default headers. */
  headers: Readonly<Record<string, string>> | undefined
}

export function addHeaders(target: WithHeaders, headers: Readonly<Record<string, string>>): void {
  target.headers = { ...target.headers, ...headers }
}
