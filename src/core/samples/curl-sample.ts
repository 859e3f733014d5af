import { shellQuote } from "../shell-quote.ts"

interface CurlRequest {
  readonly url: string
  /** Options such as headers, as words of a shell. */
  readonly options: readonly string[]
  /** Undefined if the request has no body. */
  readonly json?: string | undefined
}

/** The command that sends a request, an option per line. */
export function curlSample({ url, options, json }: CurlRequest): string {
  const body = json === undefined ? [] : ['-H "Content-Type: application/json"', `-d ${shellQuote(json)}`]
  return [`curl ${shellQuote(url)}`, ...options, ...body].join(" \\\n  ")
}

/** The header of a program. Without a key, the shell reads it from its variable. */
export function bearerOption(key = "$KEYWARD_KEY"): string {
  return `-H "Authorization: Bearer ${key}"`
}
