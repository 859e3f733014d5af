/** Why a person must sign in again: the session has ended, or the action needs a recent sign-in. */
export type SignInReason = "expired" | "recent"

interface SignInRequest {
  readonly reason: SignInReason
  readonly done: () => void
  readonly cancel: () => void
}

let current: SignInRequest | undefined
let pending: Promise<boolean> | undefined
let hasGivenUp = false
let signIns = 0
const listeners = new Set<() => void>()

interface RefusedCall {
  /** `signInCount()` when the call was sent. */
  readonly sentAfter: number
  readonly isChange?: boolean
}

/** How often the person has signed in on this page. */
export function signInCount(): number {
  return signIns
}

/**
 * Opens the dialog, once for all calls that need it. Resolves to false if the person gives up. After that, a session that has
 * ended opens no dialog again for a page that reads every few seconds. A banner offers it instead, and a change that the
 * person makes asks again.
 */
export function askToSignIn(reason: SignInReason, { sentAfter, isChange = false }: RefusedCall): Promise<boolean> {
  // The refusal is about the session before, so the call need only be sent again.
  if (sentAfter < signIns) return Promise.resolve(true)
  if (reason === "expired" && hasGivenUp && !isChange) return Promise.resolve(false)
  pending ??= new Promise<boolean>((resolve) => {
    const end = (isSignedIn: boolean) => {
      current = undefined
      pending = undefined
      if (isSignedIn) {
        hasGivenUp = false
        signIns += 1
      } else if (reason === "expired") hasGivenUp = true
      tell()
      resolve(isSignedIn)
    }
    current = { reason, done: () => end(true), cancel: () => end(false) }
    tell()
  })
  return pending
}

/** The person signs out, so that calls in flight open no dialog. */
export function stopAsking(): void {
  pending = new Promise(() => {})
}

/** The person has signed in, perhaps in another tab. */
export function noteSignedIn(): void {
  if (!hasGivenUp) return
  hasGivenUp = false
  tell()
}

/** For the dialog, and for the banner after it was closed. */
export const signInRequests = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: () => current,
  hasGivenUp: () => hasGivenUp,
  askAgain(): Promise<boolean> {
    noteSignedIn()
    return askToSignIn("expired", { sentAfter: signIns })
  },
}

function tell(): void {
  for (const listener of listeners) listener()
}
