import type { Event } from "@keyward/client"

export interface FieldChange {
  /** `limits.keys` for a field inside another. */
  readonly field: string
  readonly kind: "added" | "removed" | "changed"
  readonly before: unknown
  readonly after: unknown
}

type Fields = Readonly<Record<string, unknown>> | null

/** The fields that differ, those inside others by their path. */
export function changesOf({ before, after }: Event["changes"]): readonly FieldChange[] {
  const old = flatten(before)
  const fresh = flatten(after)
  const fields = [...new Set([...old.keys(), ...fresh.keys()])]
  return fields.flatMap((field): FieldChange[] => {
    const change = { field, before: old.get(field), after: fresh.get(field) }
    if (!old.has(field)) return [{ ...change, kind: "added" }]
    if (!fresh.has(field)) return [{ ...change, kind: "removed" }]
    return isSame(change.before, change.after) ? [] : [{ ...change, kind: "changed" }]
  })
}

/** The difference between two lists of texts; one of them may be missing. Undefined if the values are not such lists. */
export function listChange(before: unknown = [], after: unknown = []) {
  if (!isTexts(before) || !isTexts(after)) return undefined
  return {
    removed: before.filter((one) => !after.includes(one)),
    added: after.filter((one) => !before.includes(one)),
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string")
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function flatten(fields: Fields, path = ""): ReadonlyMap<string, unknown> {
  return new Map(
    Object.entries(fields ?? {}).flatMap(([name, value]) =>
      isFields(value) ? [...flatten(value, `${path}${name}.`)] : [[`${path}${name}`, value] as const],
    ),
  )
}

/** An empty object has no fields to show, so it stays a value. */
function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
}
