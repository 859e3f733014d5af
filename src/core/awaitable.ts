/** Something that is known at once where it is in memory, and comes later where it is not. */
export type Awaitable<T> = T | Promise<T>

/**
 * Goes on at once where it can: a promise on the way costs a verification as much as its own work does. So does a `next`
 * that has to be made for each call, so the steps of every verification ask for `instanceof Promise` themselves.
 */
export function whenKnown<T, Result>(value: Awaitable<T>, next: (value: T) => Awaitable<Result>): Awaitable<Result> {
  return value instanceof Promise ? value.then(next) : next(value)
}

/** All of them, in their order. */
export function allKnown<T>(values: readonly Awaitable<T>[]): Awaitable<readonly T[]> {
  return values.every(isKnown) ? values : Promise.all(values)
}

function isKnown<T>(value: Awaitable<T>): value is Exclude<T, Promise<unknown>> {
  return !(value instanceof Promise)
}
