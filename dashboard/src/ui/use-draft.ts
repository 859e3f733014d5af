import { useState } from "react"
import { useUnsaved } from "./unsaved.ts"

type Values = Readonly<Record<string, string>>

/**
 * The texts of a form, beginning with those of the object. An untouched form follows the object; a touched
 * one keeps what was typed and reports that the object has changed.
 */
export function useDraft<Shape extends Values>(current: Shape) {
  const [base, setBase] = useState(current)
  const [draft, setDraft] = useState(current)
  const changed = differing(base, draft)
  useUnsaved(changed.length > 0)
  const hasMoved = differing(base, current).length > 0
  const follow = () => {
    setBase(current)
    setDraft(current)
  }
  if (hasMoved && (changed.length === 0 || differing(draft, current).length === 0)) follow()
  return {
    draft,
    set: (field: keyof Shape) => (value: string) => setDraft((before) => ({ ...before, [field]: value })),
    has: (field: keyof Shape) => changed.includes(field),
    isDirty: changed.length > 0,
    /** The object was changed elsewhere after the form was shown. */
    hasMoved: hasMoved && changed.length > 0,
    reset: follow,
  }
}

function differing<Shape extends Values>(one: Shape, other: Shape): readonly (keyof Shape)[] {
  return Object.keys(one).filter((field) => one[field] !== other[field])
}
