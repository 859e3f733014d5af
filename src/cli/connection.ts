import { readFileSync } from "node:fs"
import { type Invocation, UsageError } from "./command.ts"
import type { Takes } from "./flags.ts"

/** How a call reaches the service, and what it shows of the answer. */
export interface Connection {
  readonly url: string
  readonly key: string
  readonly idempotencyKey: string | undefined
}

export const connectionFlags = {
  url: "value",
  "key-file": "value",
  "idempotency-key": "value",
  json: "nothing",
  only: "value",
} as const satisfies Record<string, Takes>

/** There is no flag for the key itself: what stands on a command line is seen by every user and kept by the shell. */
export const connectionHelp = `  KEYWARD_URL, --url URL   Address of the service. Default: http://localhost:8080.
  KEYWARD_KEY              Key to call with. There is no flag for it: other users of the machine can read a command
                           line, and the shell remembers it.
  --key-file FILE          Reads the key from a file instead.
  --idempotency-key TEXT   Makes a change safe to repeat for 24 hours: 1 to 255 visible ASCII characters.
  --json                   Prints the answer as it came instead of a table.
  --only MEMBER            Prints one member of the answer and nothing else, as in ID=$(keyward … --only apiId).`

export function connectionOf(
  { environment }: Pick<Invocation, "environment">,
  flags: ReadonlyMap<string, string>,
): Connection {
  const url = flags.get("url") || environment.KEYWARD_URL || "http://localhost:8080"
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new UsageError(`The address ${JSON.stringify(url)} is no http or https URL; correct --url or KEYWARD_URL.`)
  }
  const file = flags.get("key-file")
  const key = file === undefined ? (environment.KEYWARD_KEY ?? "").trim() : keyIn(file)
  if (key === "") {
    throw new UsageError(
      "There is no key to call with: set KEYWARD_KEY to a root or operator key, or name a --key-file.",
    )
  }
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new UsageError("The key to call with is no key: it holds more than visible ASCII characters.")
  return { url: url.replace(/\/+$/, ""), key, idempotencyKey: flags.get("idempotency-key") }
}

function keyIn(file: string): string {
  try {
    return readFileSync(file, "utf8").trim()
  } catch (cause) {
    const reason = cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : ""
    throw new UsageError(`The key file ${file} cannot be read${reason}.`, { cause })
  }
}
