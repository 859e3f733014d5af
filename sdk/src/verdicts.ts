import type { Verdict } from "./guard.ts"

const verdicts = new WeakMap<object, Verdict>()

/** Keeps a verdict with its request, for frameworks whose request has no place for it. */
export function keepVerdict(request: object, verdict: Verdict): void {
  verdicts.set(request, verdict)
}

/** The verdict on the caller's key. Throws if the route has no `withKeyward`. */
export function verdictOf(request: object): Verdict {
  const verdict = verdicts.get(request)
  if (verdict === undefined) throw new Error("This route is not behind withKeyward: add the guard to the route.")
  return verdict
}
