/** The error of a promise. `expect(…).rejects` does not let the threads of a store respond while it waits. */
export function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  )
}
