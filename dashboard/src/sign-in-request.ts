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
const listeners = new Set<() => void>()

/**
 * Opens the dialog, once for all calls that need it. Resolves to false if the person gives up. After that, a session that has
 * ended opens no dialog again for a page that reads every few seconds. A banner offers it instead, and a change that the
 * person makes asks again.
 */
export function askToSignIn(reason: SignInReason, isForChange = false): Promise<boolean> {
  if (reason === "expired" && hasGivenUp && !isForChange) return Promise.resolve(false)
  pending ??= new Promise<boolean>((resolve) => {
    const end = (isSignedIn: boolean) => {
      current = undefined
      pending = undefined
      if (isSignedIn) hasGivenUp = false
      else if (reason === "expired") hasGivenUp = true
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
    return askToSignIn("expired")
  },
}

function tell(): void {
  for (const listener of listeners) listener()
}
