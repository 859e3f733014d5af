import { useAddress } from "../../address.ts"
import { Card } from "../../ui/card.tsx"
import type { LogOwner } from "../usage/log-link.ts"
import { LogFilters, useLogFilter } from "./log-filters.tsx"
import { VerificationLog } from "./verification-log.tsx"

interface FilteredLogProps {
  /** The object whose log it is. Without it, it is that of the workspace. */
  readonly of?: LogOwner
}

const rowsPerPage = 100

/** The log with its filters, page by page. Filters and page are in the address. */
export function FilteredLog({ of }: FilteredLogProps) {
  const { search, change } = useAddress()
  const filter = useLogFilter({ of })
  return (
    <>
      <LogFilters of={of} />
      <Card isFlush>
        <VerificationLog
          filter={filter}
          limit={rowsPerPage}
          pages={{ cursor: search.cursor, onOpen: (cursor) => change({ cursor }, true) }}
        />
      </Card>
    </>
  )
}
