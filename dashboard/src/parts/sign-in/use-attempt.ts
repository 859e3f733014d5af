import { useState } from "react"

/** One action at a time, and why the last one failed. */
export interface Attempt {
  readonly isBusy: boolean
  readonly error: unknown
  /** Returns whether the action succeeded. It stays busy then, because the page or the form is about to go. */
  run(action: () => Promise<unknown>): Promise<boolean>
}

export function useAttempt(): Attempt {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  return {
    isBusy,
    error,
    async run(action) {
      setBusy(true)
      setError(undefined)
      try {
        await action()
        return true
      } catch (failure) {
        setError(failure)
        setBusy(false)
        return false
      }
    },
  }
}
