import { bearerOption, curlSample } from "../../../core/samples/curl-sample.ts"
import { jsonText } from "../../../core/samples/json-text.ts"
import { typescriptSample } from "../../../core/samples/typescript-sample.ts"
import { shellQuote } from "../../../core/shell-quote.ts"
import type { CodeTab } from "../code/code-tabs.ts"

/** How a caller identifies itself. Browsers send a cookie, or nothing, but always the origin of their page. */
export type Credential = "key" | "cookie" | "portal" | "origin" | "none"

export interface Call {
  readonly name: string
  readonly method: "GET" | "POST"
  readonly path: string
  /** Undefined if the call has no body. */
  readonly body: unknown
  readonly origin: string
  readonly credential: Credential
  /** The response is a stream, which needs more than a call. */
  readonly isEndless: boolean
}

/** Samples that `npm run gen` writes, by operation and language. */
export type WrittenSamples = Readonly<Record<string, Readonly<Record<string, string>>>>

/** A file of its own, so that a start does not read what only the reference shows. */
export async function loadWrittenSamples(): Promise<WrittenSamples> {
  return (await import("./samples.gen.json")).default
}

/** The same call in the languages that people make it from. */
export function samplesOf(call: Call, written: WrittenSamples): readonly CodeTab[] {
  const { name, method, body } = call
  const { CLI, ...clients } = written[name] ?? {}
  const isForBrowsers = call.credential !== "key"
  const typescript = () => typescriptSample({ operation: name, body, isForBrowsers })
  return [
    { label: "curl", language: "bash", text: curl(call) },
    ...(CLI === undefined ? [] : [tab("CLI", "bash", CLI)]),
    ...(method === "GET" || call.isEndless ? [] : [tab("TypeScript", "ts", typescript())]),
    ...Object.entries(clients).map(([label, text]) => tab(label, label.toLowerCase(), text)),
  ]
}

function tab(label: string, language: string, text: string): CodeTab {
  const guide = guides[label]
  return { label, language, text, ...(guide && { guide }) }
}

/** No client is in the registry of its language yet, so a reader must know where to get it. */
const guides: Readonly<Record<string, CodeTab["guide"]>> = {
  CLI: { label: "About the command line", href: "/docs/cli" },
  TypeScript: { label: "Install the TypeScript client", href: "/docs/client/create#install-the-package" },
  Python: { label: "Install the Python client", href: "/docs/python-client" },
  Go: { label: "Get the Go client", href: "/docs/go-client" },
}

function curl({ method, path, body, origin, credential, isEndless }: Call): string {
  const from = `-H ${shellQuote(`Origin: ${origin}`)}`
  const options: Readonly<Record<Credential, readonly string[]>> = {
    key: [bearerOption()],
    cookie: [from, '-H "Keyward-Workspace: operator"', '-b "$KEYWARD_COOKIE"'],
    portal: [from, '-H "Keyward-Portal: $KEYWARD_PORTAL_SESSION"', '-b "$KEYWARD_COOKIE"'],
    origin: [from],
    none: [],
  }
  const json = method === "GET" ? undefined : jsonText(body)
  return curlSample({ url: `${origin}${path}`, options: [...(isEndless ? ["-N"] : []), ...options[credential]], json })
}
