import type { ErrorCode } from "../error-table.ts"

/** What helps a person who met an error. Its page and `keyward explain-error` show it. */
export interface ErrorHelp {
  /** What usually causes it, the likeliest first. */
  readonly causes: readonly string[]
  /** The likeliest fixes, at most three. */
  readonly fixes: readonly Fix[]
  /** The page of the docs that explains more, with its anchor. */
  readonly guide: string
}

export interface Fix {
  readonly text: string
  readonly sample?: Sample
}

/** Something to copy. Tests parse commands as the CLI does, and check calls against the schema of their operation. */
export type Sample =
  | { readonly type: "command"; readonly line: string }
  | { readonly type: "call"; readonly operation: string; readonly body: Readonly<Record<string, unknown>> }
  | { readonly type: "setting"; readonly line: string }

export type HelpFor<Category extends string> = Readonly<Record<Extract<ErrorCode, `${Category}/${string}`>, ErrorHelp>>

export function command(text: string, line: string): Fix {
  return { text, sample: { type: "command", line } }
}

export function call(text: string, operation: string, body: Readonly<Record<string, unknown>>): Fix {
  return { text, sample: { type: "call", operation, body } }
}

export function setting(text: string, line: string): Fix {
  return { text, sample: { type: "setting", line } }
}

/** What to paste. `$KEYWARD_URL` and `$KEYWARD_KEY` are set as in the quick start. */
export function sampleText(sample: Sample): string {
  if (sample.type !== "call") return sample.line
  const body = JSON.stringify(sample.body).replaceAll("'", "'\\''")
  return `curl -s "$KEYWARD_URL/v2/${sample.operation}" \\
  -H "Authorization: Bearer $KEYWARD_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '${body}'`
}
