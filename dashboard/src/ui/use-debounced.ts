import { useEffect, useState } from "react"

/** A value once it has stayed the same for a moment, so that not every letter becomes a request. */
export function useDebounced<Value>(value: Value, ms = 180): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
