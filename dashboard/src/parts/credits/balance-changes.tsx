import type { Event } from "@keyward/client"
import { useList } from "../../queries.ts"
import { Card } from "../../ui/card.tsx"
import { Mono } from "../../ui/copy.tsx"
import { Count } from "../../ui/count.tsx"
import { counted, visibleText } from "../../ui/format.ts"
import { Empty } from "../../ui/states.tsx"
import { type Column, Table } from "../../ui/table.tsx"
import { Ago, useNow } from "../../ui/time.tsx"
import { MoreRows } from "../../ui/toolbar.tsx"
import { Actor } from "../events/actor.tsx"
import { Load } from "../load.tsx"
import { type LedgerEntry, ledgerOf } from "./ledger.ts"

interface BalanceChangesProps {
  /** The object that the events of the balance name. */
  readonly resourceId: string
  readonly remaining: number
  /** What a key without credits is: unlimited. A customer without credits has 0. */
  readonly withoutCredits: null | 0
}

/** Every change of a balance, with what was spent between two of them. */
export function BalanceChanges({ resourceId, remaining, withoutCredits }: BalanceChangesProps) {
  const time = useNow()
  const events = useList(
    ["events", "ledger", resourceId],
    (client, cursor) => client.events.listEvents({ resourceId, limit: 100, ...cursor }),
    { everyMs: 10_000 },
  )
  const { items, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = events
  return (
    <Card isFlush title="Changes of the balance">
      <Load query={{ data: items, error, refetch }}>
        {(known) => {
          const entries = ledgerOf(known, { balance: remaining, time, withoutCredits })
          if (entries.length === 0 && !hasNextPage) return <NoChanges />
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

function NoChanges() {
  return <Empty title="No changes yet">Every top-up and correction is listed here, with what was spent between.</Empty>
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
    // On a phone, a cell puts space between its parts.
    <span>
      {amount > 0 ? "+" : "−"}
      <Count value={Math.abs(amount)} />
    </span>
  )
}

interface WhatProps {
  readonly event: Event | undefined
  readonly amount: number | undefined
}

function What({ event, amount }: WhatProps) {
  if (event === undefined) return "Spent by verifications"
  const reference = event.changes.after?.reference
  return (
    <span>
      <Actor actor={event.actor} /> {verbOf(event, amount)}
      {typeof reference === "string" && (
        <>
          {" "}
          for <Mono>{visibleText(reference)}</Mono>
        </>
      )}
    </span>
  )
}

function verbOf({ type, changes }: Event, amount: number | undefined): string {
  if (type === "key.created") return "created the key"
  if (type === "identity.created") return "created the customer"
  if (type === "key.refilled" || amount === undefined) return "set the balance"
  if (type === "identity.updated" && changes.after?.credits === undefined) return "removed the credits"
  return amount > 0 ? "added credits" : "took credits away"
}
