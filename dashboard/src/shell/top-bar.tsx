import { Link, useMatches, useSearch } from "@tanstack/react-router"
import { Fragment } from "react"
import { useShownTitle } from "../page-title.ts"
import { useIsDisabled } from "../session.ts"
import { IconButton } from "../ui/button.tsx"
import { visibleText } from "../ui/format.ts"
import { Icon } from "../ui/icon.tsx"
import { Bell } from "./bell.tsx"
import { HelpMenu } from "./help-menu.tsx"
import { RangePicker, type TimeOfPage } from "./range-picker.tsx"
import css from "./shell.module.css"

interface TopBarProps {
  readonly onMenu: () => void
  readonly onSearch: () => void
  readonly onShortcuts: () => void
}

/** Where the page is, the search, the time range, notices, and help. */
export function TopBar({ onMenu, onSearch, onShortcuts }: TopBarProps) {
  const time = useTimeOfPage()
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
      {time && <RangePicker of={time} />}
      <Bell />
      <HelpMenu onShortcuts={onShortcuts} />
    </header>
  )
}

/** What of the page depends on the time range, if anything does. */
function useTimeOfPage(): TimeOfPage | undefined {
  const isDisabled = useIsDisabled()
  const { tab = "overview" } = useSearch({ strict: false })
  const { time, worksDisabled = false } = useMatches().at(-1)?.staticData ?? {}
  if (time === undefined || (isDisabled && !worksDisabled)) return undefined
  if (tab === "verifications" || tab === "events") return "log"
  return tab === "overview" || tab === "incident" || tab === "billing" ? time : undefined
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
