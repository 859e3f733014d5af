/** What has response headers of its own, and can be given more. */
export interface WithHeaders {
  /** Sent whatever the outcome, beside those that every answer has. */
  headers: Readonly<Record<string, string>> | undefined
}

export function addHeaders(answered: WithHeaders, headers: Readonly<Record<string, string>>): void {
  answered.headers = { ...answered.headers, ...headers }
}
