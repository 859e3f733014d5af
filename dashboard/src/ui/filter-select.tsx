import { lazy, Suspense, useState } from "react"
import { IconButton } from "./button.tsx"
import { classNames } from "./class-names.ts"
import css from "./filter-select.module.css"
import { type FilterSelectProps, FilterText, nameOf } from "./filter-text.tsx"
import { loadOverlays } from "./overlay.ts"

const FilterPopup = lazy(async () => ({ default: (await loadOverlays()).FilterPopup }))

/** One of many as a filter: a button that opens a list with a search, and takes itself away again. */
export function FilterSelect(props: FilterSelectProps) {
  const { label, value, onChange } = props
  const [wasOpened, setOpened] = useState(false)
  const button = (
    <button
      aria-expanded={false}
      aria-haspopup="dialog"
      aria-label={nameOf(props)}
      className={css.trigger}
      onClick={() => setOpened(true)}
      role="combobox"
      type="button"
    >
      <FilterText {...props} />
    </button>
  )
  return (
    <div className={classNames(css.filter, value !== undefined && css.set)}>
      {wasOpened ? (
        <Suspense fallback={button}>
          <FilterPopup {...props} />
        </Suspense>
      ) : (
        button
      )}
      {value !== undefined && (
        <IconButton
          icon="cross"
          label={`Remove the filter ${label}`}
          onClick={() => onChange(undefined)}
          size="small"
        />
      )}
    </div>
  )
}
