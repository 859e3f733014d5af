/** Why a person must sign in again: the session has ended, or the action needs a recent sign-in. */
export type SignInReason = "expired" | "recent"

interface SignInRequest {
  readonly reason: SignInReason
  readonly done: () => void
  readonly cancel: () => void
}

let current: SignInRequest | undefined
let pending: Promise<boolean> | undefined
const listeners = new Set<() => void>()

/** Opens the dialog, once for all calls that need it. Resolves to false if the person gives up. */
export function askToSignIn(reason: SignInReason): Promise<boolean> {
  pending ??= new Promise<boolean>((resolve) => {
    const end = (isSignedIn: boolean) => {
      current = undefined
      pending = undefined
      tell()
      resolve(isSignedIn)
    }
    current = { reason, done: () => end(true), cancel: () => end(false) }
    tell()
  })
  return pending
}

/** The person signs out, so that calls on their way open no dialog. */
export function stopAsking(): void {
  pending = new Promise(() => {})
}

/** For the dialog. */
export const signInRequests = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: () => current,
}

function tell(): void {
  for (const listener of listeners) listener()
}
