import { type RefObject, useLayoutEffect, useRef, useState } from "react"

/** The width of an element in pixels, as it changes. */
export function useWidth<Target extends HTMLElement>(): readonly [RefObject<Target | null>, number] {
  const ref = useRef<Target>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
