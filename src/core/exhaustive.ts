/** Compiles only where every field was taken out before, so that a new field cannot be forgotten there. */
export function noneLeft(_rest: Readonly<Record<string, never>>): void {}

/** Does not compile where the object has a field that `Whole` lacks; a spread alone would let such a field through. */
export function onlyFieldsOf<Whole>() {
  return <Given extends object>(
    given: Given & { readonly [Extra in Exclude<keyof Given, keyof Whole>]: never },
  ): Given => given
}
