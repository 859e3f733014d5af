import { useCallback, useEffect, useRef, useState } from "react"

/** One action at a time, and why the last one failed. */
export function useCall() {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  return {
    isBusy,
    error,
    async run(action: () => Promise<void>): Promise<void> {
      setBusy(true)
      setError(undefined)
      try {
        await action()
      } catch (failure) {
        setError(failure)
      } finally {
        setBusy(false)
      }
    },
  }
}

/** Reads whenever the question changes; `ask` must change with it. What was read stays until the next answer is there. */
export function useAnswer<Data>(ask: () => Promise<Data>) {
  const [answer, setAnswer] = useState<{ readonly data?: Data; readonly error?: unknown }>({})
  const latest = useRef(ask)
  const read = useCallback(async () => {
    latest.current = ask
    const next = await ask().then(
      (data) => ({ data }),
      (error: unknown) => ({ error }),
    )
    if (latest.current === ask) setAnswer((before) => ("data" in next ? next : { ...before, ...next }))
  }, [ask])
  useEffect(() => void read(), [read])
  return { ...answer, read }
}
