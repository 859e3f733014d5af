import { Link, useMatches, useNavigate, useSearch } from "@tanstack/react-router"
import { Fragment } from "react"
import { useShownTitle } from "../page-title.ts"
import { type Range, ranges } from "../search.ts"
import { useIsDisabled } from "../session.ts"
import { IconButton } from "../ui/button.tsx"
import { visibleText } from "../ui/format.ts"
import { Icon } from "../ui/icon.tsx"
import { Segmented } from "../ui/segmented.tsx"
import { HelpMenu } from "./help-menu.tsx"
import css from "./shell.module.css"

interface TopBarProps {
  readonly onMenu: () => void
  readonly onSearch: () => void
  readonly onShortcuts: () => void
}

/** Where the page is, the search, the time range, and help. */
export function TopBar({ onMenu, onSearch, onShortcuts }: TopBarProps) {
  const isDisabled = useIsDisabled()
  const { tab = "overview" } = useSearch({ strict: false })
  // Only the charts depend on it, and they are on the first tab.
  const hasRange = useMatches().some(({ staticData }) => staticData.hasRange) && tab === "overview" && !isDisabled
  return (
    <header className={css.top}>
      <div className={css.menuButton}>
        <IconButton icon="menu" label="Pages" onClick={onMenu} />
      </div>
      <Crumbs />
      <button className="search-button" onClick={onSearch} type="button">
        <Icon name="search" />
        <span>Search or jump to …</span>
        <kbd>{isApple ? "⌘K" : "Ctrl K"}</kbd>
      </button>
      {hasRange && <RangePicker />}
      <HelpMenu onShortcuts={onShortcuts} />
    </header>
  )
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

function Crumbs() {
  const title = useShownTitle()
  const match = useMatches().at(-1)
  const parent = match?.staticData.parent
  return (
    <nav aria-label="Breadcrumbs" className={css.crumbs}>
      {parent && (
        <Fragment>
          <Link params={match.params} search={{}} to={parent.to}>
            {parent.title}
          </Link>
          {title !== "" && (
            <span aria-hidden="true" className={css.slash}>
              /
            </span>
          )}
        </Fragment>
      )}
      {title !== "" && <span aria-current="page">{visibleText(title)}</span>}
    </nav>
  )
}

const rangeNames: Readonly<Record<Range, string>> = { "1h": "1h", "24h": "24h", "7d": "7d", "30d": "30d" }

function RangePicker() {
  const { range = "24h" } = useSearch({ strict: false })
  const navigate = useNavigate()
  return (
    <div className={css.ranges}>
      <Segmented
        label="Time range"
        onChange={(chosen) => navigate({ to: ".", search: (before) => ({ ...before, range: chosen }), replace: true })}
        options={ranges.map((value) => ({ value, label: rangeNames[value] }))}
        value={range}
      />
    </div>
  )
}
