import { describe, expect, test } from "bun:test"
import {
  afterKey,
  type ChartSelection,
  isWide,
  selectedPlaces,
} from "../../dashboard/src/parts/usage/chart-selection.ts"
import { formatInterval, ticksOf } from "../../dashboard/src/parts/usage/chart-time.ts"

const parts: readonly (readonly string[])[] = [["VALID"], ["VALID", "EXPIRED"], [], ["VALID"]]
const chart = { count: parts.length, partsOf: (place: number) => parts[place] ?? [] }

/** The selection after some keys. `+` is Shift. */
function press(...keys: readonly string[]): ChartSelection {
  return keys.reduce<ChartSelection>(
    (selection, key) =>
      afterKey(selection, { key: key.replace("+", ""), shiftKey: key.startsWith("+") }, chart) ?? selection,
    {},
  )
}

describe("the keyboard in a chart", () => {
  test("moves through the bars from either end, and stays inside", () => {
    expect(press("ArrowRight")).toEqual({ active: 0 })
    expect(press("ArrowLeft")).toEqual({ active: 3 })
    expect(press("ArrowLeft", "ArrowRight", "ArrowRight")).toEqual({ active: 3 })
    expect(press("End", "Home", "ArrowLeft")).toEqual({ active: 0 })
    expect(afterKey({}, { key: "ArrowRight", shiftKey: false }, { ...chart, count: 0 })).toEqual({})
  })

  test("chooses a part of a bar, and the whole bar again", () => {
    expect(press("Home", "ArrowRight", "ArrowUp")).toEqual({ active: 1, part: "VALID" })
    expect(press("Home", "ArrowRight", "ArrowUp", "ArrowUp", "ArrowUp")).toEqual({ active: 1, part: "EXPIRED" })
    expect(press("Home", "ArrowRight", "ArrowUp", "ArrowUp", "ArrowDown")).toEqual({ active: 1, part: "VALID" })
    expect(press("Home", "ArrowUp", "ArrowDown", "ArrowDown")).toEqual({ active: 0 })
    expect(press("Home", "ArrowUp", "ArrowRight")).toEqual({ active: 1 })
    expect(press("ArrowUp")).toEqual({})
  })

  test("chooses several bars with Shift, until a key without it", () => {
    const wide = press("End", "+ArrowLeft", "+ArrowLeft")
    expect([isWide(wide), selectedPlaces(wide)]).toEqual([true, [1, 3]])
    expect(isWide(press("End", "+ArrowLeft", "+ArrowRight"))).toBe(false)
    expect(selectedPlaces(press("Home", "+End"))).toEqual([0, 3])
    expect(press("Home", "+End", "ArrowLeft")).toEqual({ active: 2 })
    expect(press("Home", "+End", "Escape")).toEqual({})
    expect(afterKey({}, { key: "Escape", shiftKey: false }, chart)).toBeUndefined()
    expect(afterKey({}, { key: "Tab", shiftKey: false }, chart)).toBeUndefined()
  })
})

const minuteMs = 60_000
const start = (hour: number, minute: number) => new Date(2026, 10, 14, hour, minute).getTime()
const steps = (from: number, count: number, stepMs: number) =>
  Array.from({ length: count }, (_, i) => from + i * stepMs)

test("the times below a chart are round, and no more than have room", () => {
  const minutes = steps(start(22, 31), 120, minuteMs)
  const clocks = (times: readonly number[], stepMs: number, room: number) =>
    ticksOf(times, stepMs, room).map((place) => new Date(times[place] ?? 0).toTimeString().slice(0, 5))
  expect(clocks(minutes, minuteMs, 12.7)).toEqual([
    "22:40",
    "22:50",
    "23:00",
    "23:10",
    "23:20",
    "23:30",
    "23:40",
    "23:50",
    "00:00",
    "00:10",
    "00:20",
  ])
  expect(clocks(minutes, minuteMs, 3)).toEqual(["23:00", "00:00"])
  expect(clocks(steps(start(13, 0), 24, 60 * minuteMs), 60 * minuteMs, 8)).toEqual([
    "15:00",
    "18:00",
    "21:00",
    "00:00",
    "03:00",
    "06:00",
    "09:00",
  ])
})

test("the times below a chart of hours are there in zones half an hour beside UTC too", () => {
  // The hours of usage begin at half past the hour there.
  const hours = steps(start(13, 30), 24, 60 * minuteMs)
  expect(ticksOf(hours, 60 * minuteMs, 8).length).toBe(7)
  expect(ticksOf(steps(start(0, 30), 24 * 7, 60 * minuteMs), 60 * minuteMs, 8).length).toBe(7)
})

test("several intervals are one time in words", () => {
  const at = start(15, 0)
  expect(formatInterval(at, 60 * minuteMs)).toBe("14 Nov, 15:00–16:00")
  expect(formatInterval(at, 60 * minuteMs, 3)).toBe("14 Nov, 15:00–18:00")
  expect(formatInterval(at, 60 * minuteMs, 12)).toBe("14 Nov, 15:00–15 Nov, 03:00")
  expect(formatInterval(Date.UTC(2026, 10, 14), 24 * 60 * minuteMs, 2)).toBe("Nov 14–Nov 15 (UTC)")
})
