import type { z } from "zod"
import { reportedViolations, type Violation, type ViolationSummary } from "./errors.ts"

/** Counts all issues, but writes messages only for those that are reported. */
export function summarizeViolations(
  issues: readonly z.core.$ZodIssue[],
  input: unknown,
  place: string,
): ViolationSummary {
  const errors: Violation[] = []
  for (const issue of issues) {
    if (errors.length >= reportedViolations) break
    errors.push(...violationsOf(issue, input, place))
  }
  const count = issues.reduce((sum, issue) => sum + countOf(issue), 0)
  return { errors: errors.slice(0, reportedViolations), count, isCut: false }
}

function countOf(issue: z.core.$ZodIssue): number {
  return issue.code === "unrecognized_keys" ? issue.keys.length : 1
}

/** Translates an issue for the caller. Locations start with the part of the request that holds the input. */
export function violationsOf(issue: z.core.$ZodIssue, input: unknown, place: string): Violation[] {
  const location = locationOf(place, issue.path)
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.slice(0, reportedViolations).map((key) => ({
        location: locationOf(place, [...issue.path, key]),
        message: "is not a field of this request",
        fix: "Leave it out.",
      }))
    case "invalid_type":
      if (valueAt(input, issue.path) === undefined) return [{ location, message: "is required" }]
      return [{ location, message: ownMessageOf(issue) ?? `must be ${typeNames[issue.expected] ?? issue.expected}` }]
    case "too_small":
      return [{ location, message: `must ${boundOf(issue.origin, "at least", Number(issue.minimum))}` }]
    case "too_big":
      return [{ location, message: `must ${boundOf(issue.origin, "at most", Number(issue.maximum))}` }]
    case "invalid_value":
      return [{ location, message: oneOf(issue.values) }]
    case "invalid_union":
      return [{ location, message: unionMessage(issue) }]
    default:
      return [{ location, message: issue.message }]
  }
}

/** A message that the schema declares. Those of Zod do not begin like ours. */
function ownMessageOf({ message }: z.core.$ZodIssue): string | undefined {
  return message.startsWith("must ") ? message : undefined
}

const typeNames: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "an integer",
  boolean: "true or false",
  object: "an object",
  array: "an array",
}

function boundOf(origin: string, bound: "at least" | "at most", count: number): string {
  if (origin === "string") return `have ${bound} ${count} ${count === 1 ? "character" : "characters"}`
  if (origin === "array") return `have ${bound} ${count} ${count === 1 ? "entry" : "entries"}`
  return `be ${bound} ${count}`
}

function unionMessage(issue: z.core.$ZodIssueInvalidUnion): string {
  if (!("options" in issue) || !Array.isArray(issue.options)) return "does not match any accepted form"
  return oneOf(issue.options)
}

function oneOf(values: readonly unknown[]): string {
  return `must be one of ${values.map((value) => `\`${String(value)}\``).join(", ")}`
}

function locationOf(place: string, path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (location, step) => (typeof step === "number" ? `${location}[${step}]` : `${location}.${String(step)}`),
    place,
  )
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, step) => {
    if (typeof value !== "object" || value === null) return undefined
    return Object.hasOwn(value, step) ? Reflect.get(value, step) : undefined
  }, input)
}
