import { readFileSync } from "node:fs"
import type { ChainPosition } from "../../core/event-chain.ts"
import { UsageError } from "../failure.ts"

/** The end of a chain, as an earlier run printed it. */
export interface Expectation {
  readonly workspaceId: string
  readonly position: ChainPosition
}

/** `WORKSPACE:LENGTH:HASH`, as `keyward audit verify` prints it and takes it back. */
export function expectationText(workspaceId: string, { length, hash }: ChainPosition): string {
  return `${workspaceId}:${length}:${hash}`
}

const form = /^(ws_[1-9A-HJ-NP-Za-km-z]{22}|installation):([1-9]\d{0,14}):([A-Za-z0-9+/]{43}=)$/

export function readExpectation(text: string): Expectation {
  const [, workspaceId, length, hash] = form.exec(text) ?? []
  if (workspaceId === undefined || length === undefined || hash === undefined) {
    throw new UsageError(
      `${JSON.stringify(text)} is not WORKSPACE:LENGTH:HASH. Use the lines that \`keyward audit verify\` prints.`,
    )
  }
  return { workspaceId, position: { length: Number(length), hash } }
}

/** The output of an earlier run, or only some of its lines. */
export function readExpectationFile(path: string): readonly Expectation[] {
  const lines = textOf(path).split(/\r?\n/)
  const kept = lines.filter((line) => /^(ws_|installation:)/.test(line) && !line.includes("  "))
  if (kept.length === 0) throw new UsageError(`${path} has no line of the form WORKSPACE:LENGTH:HASH.`)
  return kept.map(readExpectation)
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8")
  } catch (cause) {
    throw new UsageError(`The file ${path} cannot be read. Name a file with lines from an earlier run.`, { cause })
  }
}
