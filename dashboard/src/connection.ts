/** Whether the server answers. The shell shows a banner while it does not, and everything loads again when it does. */
let isReachable = true
const listeners = new Set<() => void>()

export const connection = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: () => isReachable,
}

export function noteReachable(reachable: boolean): void {
  if (isReachable === reachable) return
  isReachable = reachable
  for (const listener of listeners) listener()
}

const answerMs = 2_000

/** Asks the server whether it answers. */
export async function checkReachable(): Promise<boolean> {
  const isBack = await fetch("/v2/liveness", { cache: "no-store", signal: AbortSignal.timeout(answerMs) }).then(
    ({ ok }) => ok,
    () => false,
  )
  noteReachable(isBack)
  return isBack
}
