/**
 * One read at a time for all callers. A caller gets the result of a read that began after its call, so callers that ask
 * during a read share the next one.
 */
export function sharedRead<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | undefined
  const begin = () => {
    next = undefined
    const reading = read()
    running = reading.catch(() => {})
    return reading
  }
  return () => {
    next ??= running.then(begin)
    return next
  }
}
