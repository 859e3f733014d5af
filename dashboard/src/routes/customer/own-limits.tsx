import type { Key } from "@keyward/client"
import { KeyLink } from "../../parts/links.tsx"
import { useChange, useList } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { Mono } from "../../ui/copy.tsx"
import { counted, formatPer, formatWhole, visibleText } from "../../ui/format.ts"
import { type Column, Table } from "../../ui/table.tsx"
import { MoreRows } from "../../ui/toolbar.tsx"
import { useDebounced } from "../../ui/use-debounced.ts"

interface OwnLimitsProps {
  readonly identityId: string
  /** The name of a limit that the customer has, or gets when the form is saved. */
  readonly name: string
}

/** The keys that a limit of the customer does not reach, because each has a limit of the same name. */
export function OwnLimits({ identityId, name: typed }: OwnLimitsProps) {
  const name = useDebounced(typed)
  const can = useCan()
  const keys = useList(
    ["own-limits", identityId, name],
    (client, page) => client.keys.listKeys({ identityId, ratelimit: name, limit: 10, ...page }),
    { isEnabled: can("api.*.read_key") && name.length >= 3 },
  )
  const remove = useChange(
    (client, { keyId, ratelimits }: Key) =>
      client.keys.updateKey({ keyId, ratelimits: ratelimits.filter((limit) => limit.name !== name).map(inputOf) }),
    { done: (_, key) => ({ title: `${labelOf(key)} uses the limit of the customer now.` }) },
  )
  const { items = [], hasNextPage, isFetchingNextPage, fetchNextPage, isPlaceholderData } = keys
  if (items.length === 0 || isPlaceholderData || name !== typed) return null
  const columns: readonly Column<Key>[] = [
    {
      key: "key",
      title: "Key",
      role: "main",
      cell: (key) => <KeyLink id={key.keyId} name={labelOf(key)} />,
    },
    {
      key: "limit",
      title: "Its own limit",
      cell({ ratelimits }) {
        const own = ratelimits.find((limit) => limit.name === name)
        return own && `${formatWhole(own.limit)} ${formatPer(own.duration)}`
      },
    },
    {
      key: "remove",
      title: "Remove",
      role: "menu",
      cell: (key) =>
        can(`api.${key.apiId}.update_key`) && (
          <Button disabled={remove.isBusy} onClick={() => remove.run(key)} size="small">
            Remove its limit
          </Button>
        ),
    },
  ]
  return (
    <Card
      isFlush
      title={
        <>
          Keys that use their own limit <Mono>{visibleText(name)}</Mono> instead
        </>
      }
    >
      <Table
        columns={columns}
        isFlush
        label={`Keys with a limit ${name} of their own`}
        rowKey={({ keyId }) => keyId}
        rows={items}
      />
      {hasNextPage && (
        <MoreRows
          isFlush
          hasMore
          isLoading={isFetchingNextPage}
          onMore={() => fetchNextPage()}
          shown={counted(items.length, "key")}
        />
      )}
    </Card>
  )
}

function labelOf({ name, start }: Key): string {
  return name ?? `${start}…`
}

function inputOf({ name, limit, duration, autoApply }: Key["ratelimits"][number]) {
  return { name, limit, duration, autoApply }
}
