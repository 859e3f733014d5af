// Written by `npm run gen` from src/core/memo.ts. Do not edit.

/** Returns the value made for this name before, or makes it. */
export type Memo<Value extends NonNullable<unknown>> = (name: string, make: (name: string) => Value) => Value

/** Holds at most `maximum` values. It empties itself when full, because a client can send any number of names. */
export function createMemo<Value extends NonNullable<unknown>>(maximum: number): Memo<Value> {
  const values = new Map<string, Value>()
  return (name, make) => {
    const known = values.get(name)
    if (known !== undefined) return known
    const made = make(name)
    if (values.size === maximum) values.clear()
    values.set(name, made)
    return made
  }
}
