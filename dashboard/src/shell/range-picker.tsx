import { lazy, Suspense, useState } from "react"
import { minuteMs } from "../../../src/core/durations.ts"
import { useChooseRange } from "../address.ts"
import { useRange } from "../parts/usage/usage-period.ts"
import { type Preset, usualRange } from "../range.ts"
import { labelOf } from "../range-label.ts"
import { Button } from "../ui/button.tsx"
import { Segmented } from "../ui/segmented.tsx"
import { useNow } from "../ui/time.tsx"
import css from "./shell.module.css"

/** Those that people choose most. The popup has all. */
const quick = ["1h", "24h", "7d", "30d"] as const satisfies readonly Preset[]

// Most visits need none of its forms.
const RangePopup = lazy(() => import("./range-popup.tsx"))

interface RangePickerProps {
  /** A log shows everything unless a time is chosen. Charts begin with a day. */
  readonly isLog: boolean
}

/** The time that the page shows: one of a few lengths with a click, any other in a popup. */
export function RangePicker({ isLog }: RangePickerProps) {
  const chosen = useRange()
  const [wasClicked, setClicked] = useState(false)
  const now = useNow(minuteMs)
  const range = chosen ?? (isLog ? undefined : usualRange)
  const choose = useChooseRange()
  const pressed = range === undefined ? "all" : range.type === "last" ? range.preset : "other"
  const isOther = range !== undefined && !quick.some((one) => one === pressed)
  const trigger = (
    <Button
      aria-pressed={isOther}
      className={css.rangeButton}
      icon="calendar"
      onClick={() => setClicked(true)}
      title="Choose any time"
    >
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
      <Suspense fallback={trigger}>
        <RangePopup isOpenAtFirst={wasClicked} onChoose={choose} range={range} trigger={trigger} />
      </Suspense>
    </div>
  )
}
