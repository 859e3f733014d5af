import { readFileSync } from "node:fs"

/** The secrets of a first start. They are in a file, because the output of a test is no terminal. */
export interface FirstKeys {
  readonly path: string
  readonly operatorKey: string
  readonly rootKey: string
  readonly setupLink: string
}

/** Reads the file that the output names. Undefined if the output names none yet. */
export function firstKeysIn(output: string): FirstKeys | undefined {
  const [, path] = /are in (.+first-start\.txt)\./.exec(output) ?? []
  if (path === undefined) return undefined
  const text = readFileSync(path, "utf8")
  const found = (pattern: RegExp) => pattern.exec(text)?.[0] ?? ""
  return {
    path,
    operatorKey: found(/kw_op_\w+/),
    rootKey: found(/kw_root_\w+/),
    setupLink: found(/http\S+\/setup#\S+/),
  }
}

export function firstKeysOf(served: { stdout(): string }): FirstKeys {
  const found = firstKeysIn(served.stdout())
  if (found === undefined) throw new Error(`This is no first start:\n${served.stdout()}`)
  return found
}
