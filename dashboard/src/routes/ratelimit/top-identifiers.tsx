import { Load } from "../../parts/load.tsx"
import { totalsByIdentifier, useTopIdentifiers } from "../../parts/usage/namespace-usage.ts"
import { TopList } from "../../parts/usage/top-list.tsx"
import { Button } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { Mono } from "../../ui/copy.tsx"
import { formatPercent, visibleText } from "../../ui/format.ts"
import { Empty, SkeletonLines } from "../../ui/states.tsx"
import type { Draft } from "./override-dialog.tsx"

interface TopIdentifiersProps {
  readonly namespaceId: string
  /** Absent where the person may not set overrides. */
  readonly onSet: ((draft: Draft) => void) | undefined
}

const shown = 8

/** The identifiers with the most checks, and their share of denied checks. */
export function TopIdentifiers({ namespaceId, onSet }: TopIdentifiersProps) {
  const query = useTopIdentifiers(namespaceId)
  return (
    <Card title="Top identifiers">
      <Load query={query} skeleton={<SkeletonLines count={4} />}>
        {(data) => {
          const rows = totalsByIdentifier(data).slice(0, shown)
          if (rows.length === 0) return <Empty title="Nothing was checked in this time" />
          return (
            <TopList
              entries={rows.map(({ identifier, passed, denied }) => ({
                key: identifier,
                name: onSet ? (
                  <Button
                    onClick={() => onSet({ identifier })}
                    size="small"
                    title={`Set an override for ${visibleText(identifier)}`}
                    variant="quiet"
                  >
                    <Mono>{visibleText(identifier)}</Mono>
                  </Button>
                ) : (
                  <Mono>{visibleText(identifier)}</Mono>
                ),
                value: passed + denied,
                part: denied,
                note: denied > 0 && `${formatPercent(denied / (passed + denied))} denied`,
              }))}
            />
          )
        }}
      </Load>
    </Card>
  )
}
