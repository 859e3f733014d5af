/** Compiles only if the caller has destructured every field, so that no new field is forgotten. */
export function noFieldsLeft(_rest: Readonly<Record<string, never>>): void {}

/** Rejects at compile time any field that `Whole` lacks; a spread alone would allow it. */
export function onlyFieldsOf<Whole>() {
  return <Given extends object>(
    given: Given & { readonly [Extra in Exclude<keyof Given, keyof Whole>]: never },
  ): Given => given
}
