import { lazy, Suspense } from "react"
import css from "./multi-select.module.css"
import type { MultiSelectProps } from "./multi-select-props.ts"
import { loadOverlays } from "./overlay.ts"

const MultiSelectInput = lazy(async () => ({ default: (await loadOverlays()).MultiSelectInput }))

/** Any number of values, found by typing. An empty field holds its place until it has loaded. */
export function MultiSelect(props: MultiSelectProps) {
  return (
    <Suspense fallback={<div className={css.chips} />}>
      <MultiSelectInput {...props} />
    </Suspense>
  )
}
