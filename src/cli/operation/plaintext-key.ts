import type { Invocation } from "../command.ts"
import { Cancelled, UsageError } from "../failure.ts"
import { type Field, flagOf, isPlaintextKey } from "./fields.ts"

export const plaintextKeyHelp =
  "--key - reads it from standard input, which keeps it out of the process list and the shell history. Without --key, Keyward asks for it at a terminal and does not show what you type."

type KeyInput = Pick<Invocation, "prompt" | "readInput">

interface GivenFlag {
  /** The name of the field. */
  readonly name: string | undefined
  readonly value: string | undefined
}

/** Whether the value of this flag comes from standard input. */
export function isKeyOnInput({ name, value }: GivenFlag, fields: readonly Field[]): boolean {
  return value === "-" && fields.some((field) => isPlaintextKey(field) && flagOf(field.path) === name)
}

/** Reads one line of standard input. At a terminal it asks instead, because the terminal would show the key. */
export async function readPlaintextKey({ prompt, readInput }: KeyInput): Promise<string> {
  if (prompt !== undefined) {
    const typed = await prompt.askSecret("Key (not shown): ")
    if (!typed) throw new Cancelled("Nothing was sent.")
    return typed
  }
  const key = (await readInput()).replace(/\r?\n$/, "")
  if (key === "") throw new UsageError("Standard input is empty. Pass the key there, on one line.")
  if (/[\r\n]/.test(key)) throw new UsageError("Standard input has more than one line. Pass only the key.")
  return key
}

/**
 * Asks for the plaintext keys that the request lacks. An optional one is left out when nothing is typed. A request that
 * may name the key by its id instead needs one of both.
 */
export async function askForKeys(
  body: Readonly<Record<string, unknown>>,
  fields: readonly Field[],
  { prompt }: Pick<KeyInput, "prompt">,
): Promise<Readonly<Record<string, string>>> {
  const typedKeys: Record<string, string> = {}
  if ("keyId" in body) return typedKeys
  const hasAlternative = fields.some(({ path }) => path.join(".") === "keyId")
  for (const field of fields) {
    const [name = "", ...inside] = field.path
    if (prompt === undefined || !isPlaintextKey(field) || inside.length > 0 || name in body) continue
    const isRequired = field.isRequired || hasAlternative
    const unless = isRequired ? "" : "; press Enter for the key of this call"
    const typed = await prompt.askSecret(`Key (not shown${unless}): `)
    if (typed === undefined || (typed === "" && isRequired)) throw new Cancelled("Nothing was sent.")
    if (typed !== "") typedKeys[name] = typed
  }
  return typedKeys
}
