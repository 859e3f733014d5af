/** Stored objects have null where the API omits a field. */

type WithoutNulls<T> = { [Field in keyof T as null extends T[Field] ? never : Field]: T[Field] } & {
  [Field in keyof T as null extends T[Field] ? Field : never]?: Exclude<T[Field], null>
}

export function withoutNulls<T extends object>(object: T): WithoutNulls<T> {
  const present: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(object)) if (value !== null) present[field] = value
  return present as WithoutNulls<T>
}

type WithNulls<T, Name extends keyof T> = Omit<T, Name> & {
  readonly [Field in Name]-?: Exclude<T[Field], undefined> | null
}

/** The inverse: a named field without a value becomes null. */
export function withNulls<T extends object, Name extends keyof T>(object: T, ...names: readonly Name[]) {
  const filled = Object.fromEntries(names.map((name) => [name, object[name] ?? null]))
  return { ...object, ...filled } as WithNulls<T, Name>
}
