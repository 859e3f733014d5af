import type { Event, Key } from "@keyward/client"
import { dayMs } from "../../../../src/core/durations.ts"
import { Actor } from "../../parts/events/actor.tsx"
import { Load } from "../../parts/load.tsx"
import { BarChart } from "../../parts/usage/bar-chart.tsx"
import { useLogLink } from "../../parts/usage/log-link.ts"
import { useList, useRead } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { Card } from "../../ui/card.tsx"
import { Count } from "../../ui/count.tsx"
import { counted, formatShort, formatWhole } from "../../ui/format.ts"
import { Stack } from "../../ui/page.tsx"
import { Skeleton } from "../../ui/states.tsx"
import { type Column, Table } from "../../ui/table.tsx"
import { Ago, useNow } from "../../ui/time.tsx"
import { MoreRows } from "../../ui/toolbar.tsx"
import css from "./credit-ledger.module.css"
import { type LedgerEntry, ledgerOf } from "./ledger.ts"

/** Where the credits of a key went: what it spent each day, and every change of the balance. */
export function CreditLedger({ apiKey }: { readonly apiKey: Key }) {
  const can = useCan()
  const remaining = apiKey.credits?.remaining ?? undefined
  if (remaining === undefined) return null
  return (
    <Stack>
      {can(`api.${apiKey.apiId}.read_usage`) && <SpentCredits keyId={apiKey.keyId} />}
      {can("event.*.read_event") && <BalanceChanges keyId={apiKey.keyId} remaining={remaining} />}
    </Stack>
  )
}

const days = 30

function SpentCredits({ keyId }: { readonly keyId: string }) {
  const from = useNow(dayMs) - (days - 1) * dayMs
  const logLink = useLogLink({ type: "key", id: keyId })
  const query = useRead(
    ["credits-spent", keyId, from],
    (client) => client.usage.getVerifications({ from, interval: "day", keyIds: [keyId], groupBy: [] }),
    { everyMs: 10_000 },
  )
  return (
    <Card title="Credits spent by this key">
      <Load query={query} skeleton={<Skeleton height={140} />}>
        {({ times, groups, credits }) => (
          <>
            <p className={css.total}>
              <strong title={formatWhole(credits)}>{formatShort(credits)}</strong> in the last {days} days, by days of
              UTC.
            </p>
            <BarChart
              canZoom={false}
              height={120}
              label={`Credits spent on each of the last ${days} days`}
              series={[
                {
                  ...{ key: "credits", label: "Credits", color: "var(--accent)" },
                  counts: times.map((_, index) =>
                    groups.reduce((sum, { creditCounts }) => sum + (creditCounts[index] ?? 0), 0),
                  ),
                },
              ]}
              log={(range) => logLink(range, undefined)}
              stepMs={dayMs}
              times={times}
            />
          </>
        )}
      </Load>
    </Card>
  )
}

function BalanceChanges({ keyId, remaining }: { readonly keyId: string; readonly remaining: number }) {
  const now = useNow()
  const events = useList(
    ["events", "ledger", keyId],
    (client, cursor) => client.events.listEvents({ resourceId: keyId, limit: 100, ...cursor }),
    { everyMs: 10_000 },
  )
  const { items, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = events
  return (
    <Card isFlush title="Changes of the balance">
      <Load query={{ data: items, error, refetch }}>
        {(known) => {
          const entries = ledgerOf(known, remaining, now)
          return (
            <>
              <Table
                columns={columns}
                isFlush
                label="Changes of the balance"
                rowKey={({ key }) => key}
                rows={entries}
              />
              <MoreRows
                isFlush
                hasMore={hasNextPage}
                isLoading={isFetchingNextPage}
                onMore={() => fetchNextPage()}
                shown={counted(entries.length, "change")}
              />
            </>
          )
        }}
      </Load>
    </Card>
  )
}

const columns: readonly Column<LedgerEntry>[] = [
  {
    key: "what",
    title: "What",
    role: "main",
    wraps: true,
    cell: ({ event, amount }) => <What amount={amount} event={event} />,
  },
  { key: "time", title: "When", cell: ({ time }) => <Ago time={time} /> },
  {
    key: "amount",
    title: "Change",
    align: "end",
    cell: ({ amount }) => (amount === undefined ? "–" : <Change amount={amount} />),
  },
  {
    key: "balance",
    title: "Balance",
    align: "end",
    cell: ({ balance }) => (balance === null ? "unlimited" : <Count value={balance} />),
  },
]

function Change({ amount }: { readonly amount: number }) {
  return (
    <>
      {amount > 0 ? "+" : "−"}
      <Count value={Math.abs(amount)} />
    </>
  )
}

interface WhatProps {
  readonly event: Event | undefined
  readonly amount: number | undefined
}

function What({ event, amount }: WhatProps) {
  if (event === undefined) return "Spent by verifications"
  return (
    <>
      <Actor actor={event.actor} /> {verbOf(event, amount)}
    </>
  )
}

function verbOf({ type }: Event, amount: number | undefined): string {
  if (type === "key.created") return "created the key"
  if (type === "key.refilled") return "set the balance"
  if (amount === undefined) return "set the balance"
  return amount > 0 ? "added credits" : "took credits away"
}
