import type { StaticDataRouteOption } from "@tanstack/react-router"
import { lazy, Suspense } from "react"
import { minuteMs } from "../../../src/core/durations.ts"
import { useChooseRange } from "../address.ts"
import { useRange } from "../parts/usage/usage-period.ts"
import { type Preset, type Range, thisMonth, usualRange } from "../range.ts"
import { labelOf } from "../range-label.ts"
import { Button } from "../ui/button.tsx"
import { onFirstUse } from "../ui/first-use.ts"
import { Popover } from "../ui/popover.tsx"
import { Segmented } from "../ui/segmented.tsx"
import { useNow } from "../ui/time.tsx"
import css from "./shell.module.css"

const usualRanges: Readonly<Record<TimeOfPage, (now: number) => Range | undefined>> = {
  charts: () => usualRange,
  log: () => undefined,
  bill: thisMonth,
}

/** Those that people choose most. The popup has all. */
const quick = ["1h", "24h", "7d", "30d"] as const satisfies readonly Preset[]

// Most visits need none of its forms.
const RangeForms = lazy(onFirstUse(() => import("./range-forms.tsx")))

export type TimeOfPage = NonNullable<StaticDataRouteOption["time"]>

interface RangePickerProps {
  /** A log shows everything unless a time is chosen. Charts begin with a day, and a bill with this month. */
  readonly of: TimeOfPage
}

/** The time that the page shows: one of a few lengths with a click, any other in a popup. */
export function RangePicker({ of }: RangePickerProps) {
  const isLog = of === "log"
  const chosen = useRange()
  const now = useNow(minuteMs)
  const range = chosen ?? usualRanges[of](now)
  const choose = useChooseRange()
  const pressed = range === undefined ? "all" : range.type === "last" ? range.preset : "other"
  const isOther = range !== undefined && !quick.some((one) => one === pressed)
  const trigger = (
    <Button aria-pressed={isOther} className={css.rangeButton} icon="calendar" title="Choose any time">
      {isOther ? labelOf(range, now) : <span className="visually-hidden">Choose any time</span>}
    </Button>
  )
  return (
    <div className={css.ranges}>
      <Segmented<string>
        label="Time range"
        onChange={(one) => {
          const preset = quick.find((name) => name === one)
          choose(preset && { type: "last", preset })
        }}
        options={[
          ...(isLog ? [{ value: "all", label: "All" }] : []),
          ...quick.map((value) => ({ value, label: value })),
        ]}
        value={pressed}
      />
      <Popover label="Time" trigger={trigger}>
        {(close) => (
          <Suspense>
            <RangeForms
              onChoose={(one) => {
                choose(one)
                close()
              }}
              range={range}
            />
          </Suspense>
        )}
      </Popover>
    </div>
  )
}
