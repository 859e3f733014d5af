import type { Namespace, Override } from "@keyward/client"
import { Failure } from "../../parts/failure.tsx"
import { useChange, useList } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { Badge } from "../../ui/badge.tsx"
import { Button, IconButton } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { Mono } from "../../ui/copy.tsx"
import { formatPer, formatWhole, visibleText } from "../../ui/format.ts"
import { Menu } from "../../ui/menu.tsx"
import type { MenuItem } from "../../ui/menu-item.ts"
import { Empty, SkeletonLines } from "../../ui/states.tsx"
import { type Column, Table } from "../../ui/table.tsx"
import { MoreRows } from "../../ui/toolbar.tsx"
import type { Draft } from "./override-dialog.tsx"
import css from "./overrides.module.css"

interface OverridesProps {
  readonly namespace: Namespace
  readonly onSet: ((draft: Draft) => void) | undefined
}

/** Limits of their own for identifiers and patterns. */
export function Overrides({ namespace, onSet }: OverridesProps) {
  const list = useList(["overrides", namespace.id], (client, page) =>
    client.ratelimit.listOverrides({ namespace: namespace.id, limit: 50, ...page }),
  )
  const { items, error, refetch } = list
  return (
    <Card
      actions={
        onSet && (
          <Button icon="plus" onClick={() => onSet({ identifier: "" })} size="small">
            Create override
          </Button>
        )
      }
      isFlush
      title="Overrides"
    >
      {items === undefined ? (
        error ? (
          <Failure error={error} onRetry={() => refetch()} />
        ) : (
          <SkeletonLines count={3} />
        )
      ) : items.length === 0 ? (
        <Empty title="No overrides">
          An override gives an identifier, or all that match a pattern such as <Mono>vip_*</Mono>, a limit of its own.
          Services keep sending their usual limit.
        </Empty>
      ) : (
        <>
          <OverrideTable namespace={namespace} onSet={onSet} overrides={items} />
          {list.hasNextPage && (
            <MoreRows
              isFlush
              hasMore
              isLoading={list.isFetchingNextPage}
              onMore={() => list.fetchNextPage()}
              shown={`${formatWhole(items.length)} overrides`}
            />
          )}
        </>
      )}
    </Card>
  )
}

function OverrideTable({ namespace, overrides, onSet }: OverridesProps & { readonly overrides: readonly Override[] }) {
  const mayDelete = useCan()(`ratelimit.${namespace.id}.delete_override`)
  const restore = useChange((client, { identifier, limit, duration }: Override) =>
    client.ratelimit.setOverride({ namespace: namespace.id, identifier, limit, duration }),
  )
  const remove = useChange(
    (client, { identifier }: Override) => client.ratelimit.deleteOverride({ namespace: namespace.id, identifier }),
    {
      done: (_, override) => ({
        title: `Deleted the override for ${visibleText(override.identifier)}.`,
        action: { label: "Undo", onSelect: () => restore.run(override) },
      }),
    },
  )
  const itemsOf = (override: Override): readonly MenuItem[] => [
    ...(onSet ? [{ label: "Edit", onSelect: () => onSet(override) }] : []),
    ...(mayDelete
      ? [{ label: "Delete", icon: "trash" as const, tone: "danger" as const, onSelect: () => remove.run(override) }]
      : []),
  ]
  const columns: readonly Column<Override>[] = [
    {
      key: "identifier",
      title: "Identifier",
      role: "main",
      cell: ({ identifier }) => (
        <span className={css.identifier}>
          <Mono>{visibleText(identifier)}</Mono>
          {identifier.includes("*") && <Badge tone="info">pattern</Badge>}
        </span>
      ),
    },
    {
      key: "limit",
      title: "Limit",
      align: "end",
      cell: ({ limit, duration }) =>
        limit === 0 ? <Badge tone="bad">denies all</Badge> : `${formatWhole(limit)} ${formatPer(duration)}`,
    },
    {
      key: "menu",
      title: "Actions",
      role: "menu",
      cell: (override) => {
        const items = itemsOf(override)
        if (items.length === 0) return null
        return (
          <Menu
            items={items}
            trigger={<IconButton icon="more" label={`Actions for ${visibleText(override.identifier)}`} size="small" />}
          />
        )
      },
    },
  ]
  return <Table columns={columns} isFlush label="Overrides" rowKey={({ overrideId }) => overrideId} rows={overrides} />
}
