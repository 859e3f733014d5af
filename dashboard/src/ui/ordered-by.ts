/** The values in the order of their words. Every value must have words, or the page does not compile. */
export function orderedBy<Value extends string>(
  words: Readonly<Record<Value, unknown>>,
  values: readonly Value[],
): readonly Value[] {
  const order = Object.keys(words)
  return values.toSorted((one, other) => order.indexOf(one) - order.indexOf(other))
}
