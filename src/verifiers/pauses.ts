/** Root keys whose verifiers have made a change wait until a lease was over. They get no lease for a while. */
export interface Pauses {
  /** Begins a pause, unless one lasts already. */
  begin(rootKeyId: string, firstMs: number): void
  /** Milliseconds that are left; 0 without a pause. */
  left(rootKeyId: string): number
}

interface Pause {
  readonly endsAt: number
  /** How many pauses came before, so that each is twice as long as the last. */
  readonly earlier: number
}

const longestMs = 10 * 60_000
/** A root key whose verifiers have behaved for this long starts again with the first pause. */
const forgottenAfterMs = 10 * 60_000

export function createPauses(clock: () => number): Pauses {
  const pauses = new Map<string, Pause>()
  const forgetOld = (now: number) => {
    for (const [id, { endsAt }] of pauses) if (now >= endsAt + forgottenAfterMs) pauses.delete(id)
  }
  return {
    begin(rootKeyId, firstMs) {
      const now = clock()
      forgetOld(now)
      const last = pauses.get(rootKeyId)
      if (last !== undefined && now < last.endsAt) return
      const earlier = last === undefined ? 0 : last.earlier + 1
      pauses.set(rootKeyId, { endsAt: now + Math.min(longestMs, firstMs * 2 ** earlier), earlier })
    },
    left: (rootKeyId) => Math.max(0, (pauses.get(rootKeyId)?.endsAt ?? 0) - clock()),
  }
}
