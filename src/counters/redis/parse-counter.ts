import { type Check, CountersUnavailable } from "../counters.ts"
import type { Counter } from "../window-check.ts"

/** Parses a counter that take.lua stored. Redis returns null for a counter from which nothing was taken. */
export function parseCounter({ durationMs }: Check, text: unknown): Counter | undefined {
  if (text === null) return undefined
  const [, cell, current, previous] = layout.exec(String(text)) ?? []
  if (previous === undefined) throw new CountersUnavailable(new Error("Redis returned an unexpected counter"))
  return { durationMs, cell: Number(cell), current: Number(current), previous: Number(previous) }
}

const layout = /^(\d+) (\d+) (\d+)$/
