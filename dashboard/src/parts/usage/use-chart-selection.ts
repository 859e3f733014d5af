import { useNavigate } from "@tanstack/react-router"
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from "react"
import { minuteMs } from "../../../../src/core/durations.ts"
import { useChooseRange } from "../../address.ts"
import { rangeBetween } from "../../range.ts"
import { afterKey, type ChartSelection, isWide, nothingSelected, selectedPlaces } from "./chart-selection.ts"
import type { ChartValues } from "./chart-series.ts"

/**
 * What of a chart is chosen, and what that does. A click opens the log of a bar or of its part, dragging zooms, and keys do
 * the same. The Back button of the browser returns.
 */
export function useChartSelection(values: ChartValues, placeAt: (clientX: number) => number) {
  const { times, stepMs, series, log, canZoom = true } = values
  const [selection, select] = useState(nothingSelected)
  const [isDragging, setDragging] = useState(false)
  const wasDragged = useRef(false)
  const navigate = useNavigate()
  const chooseRange = useChooseRange()
  const count = times.length
  const rangeOf = (chosen: ChartSelection) => {
    const [first, last] = selectedPlaces(chosen) ?? []
    if (first === undefined || last === undefined) return undefined
    return rangeBetween(times[first], (times[last] ?? 0) + stepMs)
  }
  const act = (chosen: ChartSelection) => {
    const range = rangeOf(chosen)
    if (range === undefined) return
    if (log !== undefined && !(canZoom && isWide(chosen))) navigate(log(range, chosen.part))
    // A minute is the finest that is counted.
    else if (canZoom && (isWide(chosen) || stepMs > minuteMs)) chooseRange(range, true)
    select(nothingSelected)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") return act(selection)
    const partsOf = (place: number) => series.filter(({ counts }) => (counts[place] ?? 0) > 0).map(({ key }) => key)
    const next = afterKey(selection, event, { count, partsOf })
    if (next === undefined) return
    event.preventDefault()
    select(next)
  }
  const onPointerDown = (event: PointerEvent) => {
    // A finger that moves scrolls the page.
    if (event.button !== 0 || event.pointerType === "touch") return
    wasDragged.current = false
    const active = placeAt(event.clientX)
    select({ active, anchor: active })
    setDragging(true)
  }
  const onPointerMove = (event: PointerEvent) => {
    const active = placeAt(event.clientX)
    if (isDragging && active !== selection.anchor) event.currentTarget.setPointerCapture(event.pointerId)
    if (active !== selection.active) select(isDragging ? { ...selection, active } : { active })
  }
  const onPointerUp = () => {
    setDragging(false)
    wasDragged.current = isDragging && isWide(selection)
    if (wasDragged.current) act(selection)
  }
  const onClick = (event: MouseEvent) => {
    // Browsers also send a click at the end of dragging.
    if (wasDragged.current) return
    const active = placeAt(event.clientX)
    const isTouch = event.nativeEvent instanceof globalThis.PointerEvent && event.nativeEvent.pointerType === "touch"
    // The first touch shows the numbers.
    if (isTouch && selection.active !== active) return select({ active })
    const part = event.target instanceof Element ? event.target.closest("[data-part]")?.getAttribute("data-part") : null
    act({ active, ...(part && { part }) })
  }
  const leave = () => {
    if (!isDragging) select(nothingSelected)
  }
  return {
    selection,
    handlers: {
      ...{ onKeyDown, onPointerDown, onPointerMove, onPointerUp, onClick },
      onBlur: leave,
      onPointerCancel: () => {
        setDragging(false)
        select(nothingSelected)
      },
      onPointerLeave: (event: PointerEvent) => {
        if (event.pointerType !== "touch") leave()
      },
    },
  }
}
