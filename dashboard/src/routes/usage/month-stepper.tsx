import { monthStartOf } from "../../../../src/core/usage-period.ts"
import type { BillPeriod } from "../../bill-period.ts"
import type { Range } from "../../range.ts"
import { monthName } from "../../range-label.ts"
import { Button, IconButton } from "../../ui/button.tsx"
import css from "./usage.module.css"

interface MonthStepperProps {
  readonly period: BillPeriod
  readonly onChoose: (range: Range | undefined, isStep?: boolean) => void
}

/** One month back or forth, as bills are read. */
export function MonthStepper({ period, onChoose }: MonthStepperProps) {
  const { range, bounds } = period
  const present = monthStartOf(Date.now())
  const month = range.type === "month" ? range.start : undefined
  // This month is what the page shows without a choice, so that the address needs none.
  const choose = (start: number) => onChoose(start === present ? undefined : { type: "month", start }, true)
  const shown = month ?? monthStartOf(bounds.to - 1)
  return (
    <div className={css.months}>
      <IconButton icon="left" label="Previous month" onClick={() => choose(monthStartOf(shown, -1))} />
      {month === undefined ? (
        <Button onClick={() => choose(present)}>This month</Button>
      ) : (
        <span className={css.month}>{monthName(month)}</span>
      )}
      <IconButton
        disabled={shown >= present}
        icon="right"
        label="Next month"
        onClick={() => choose(monthStartOf(shown, 1))}
      />
    </div>
  )
}
