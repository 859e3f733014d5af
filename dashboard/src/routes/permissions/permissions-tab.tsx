import type { Permission } from "@keyward/client"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { keysWithPermission } from "../../../../src/contract/touches.ts"
import { Failure } from "../../parts/failure.tsx"
import { useSearchText } from "../../parts/keys/search-text.ts"
import { Reached } from "../../parts/reach.tsx"
import { useChange, useList } from "../../queries.ts"
import { useCan, useWorkspace } from "../../session.ts"
import { Button, IconButton } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { CodeBlock } from "../../ui/code.tsx"
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx"
import { Mono } from "../../ui/copy.tsx"
import { SearchInput } from "../../ui/field.tsx"
import { counted, visibleText } from "../../ui/format.ts"
import { Menu } from "../../ui/menu.tsx"
import type { MenuItem } from "../../ui/menu-item.ts"
import { Empty, SkeletonLines } from "../../ui/states.tsx"
import { type Column, Table } from "../../ui/table.tsx"
import { MoreRows, Toolbar } from "../../ui/toolbar.tsx"
import { keyCount } from "./key-count.ts"
import { CreatePermissionDialog, EditPermissionDialog } from "./permission-dialog.tsx"
import css from "./permissions-tab.module.css"

type Asking = { readonly what: "create" } | { readonly what: "edit" | "delete"; readonly permission: Permission }

/** Every permission, with who holds it. */
export function PermissionsTab() {
  const can = useCan()
  const [asking, ask] = useState<Asking>()
  const { text, setText, query, isPrivate } = useSearchText()
  const list = useList(
    ["permissions", query],
    (client, page) => client.permissions.listPermissions({ search: query, countKeys: true, limit: 50, ...page }),
    { everyMs: 10_000, isPrivate },
  )
  const { items, error, refetch } = list
  const create = can("rbac.*.create_permission") && (
    <Button icon="plus" onClick={() => ask({ what: "create" })} variant="primary">
      Create permission
    </Button>
  )
  const isEmpty = items?.length === 0 && query === ""
  return (
    <>
      {!isEmpty && (
        <Toolbar>
          <SearchInput
            label="Search permissions"
            onChange={setText}
            placeholder="Slug, name, description or id"
            value={text}
          />
          {create}
        </Toolbar>
      )}
      {items === undefined ? (
        <Card isFlush>{error ? <Failure error={error} onRetry={() => refetch()} /> : <SkeletonLines />}</Card>
      ) : isEmpty ? (
        <Card>
          <Empty actions={create} title="No permissions yet">
            A permission is a slug that your service demands when it verifies a key, such as <Mono>documents.read</Mono>
            .
            <CodeBlock code="keyward permissions create documents.read --name 'Read documents'" />
          </Empty>
        </Card>
      ) : items.length === 0 ? (
        <Card>
          <Empty title="No permission matches" />
        </Card>
      ) : (
        <>
          <PermissionTable isStale={list.isPlaceholderData} onAsk={ask} permissions={items} />
          <MoreRows
            hasMore={list.hasNextPage}
            isLoading={list.isFetchingNextPage}
            onMore={() => list.fetchNextPage()}
            shown={counted(items.length, "permission")}
          />
        </>
      )}
      <CreatePermissionDialog isOpen={asking?.what === "create"} onClose={() => ask(undefined)} />
      {asking?.what === "edit" && (
        <EditPermissionDialog
          onClose={() => ask(undefined)}
          permission={items?.find(({ id }) => id === asking.permission.id) ?? asking.permission}
        />
      )}
      {asking?.what === "delete" && <DeletePermission onClose={() => ask(undefined)} permission={asking.permission} />}
    </>
  )
}

interface PermissionTableProps {
  readonly permissions: readonly Permission[]
  readonly isStale: boolean
  readonly onAsk: (asking: Asking) => void
}

function PermissionTable({ permissions, isStale, onAsk }: PermissionTableProps) {
  const can = useCan()
  const { workspaceId } = useWorkspace()
  const itemsOf = (permission: Permission): readonly MenuItem[] => [
    ...(can("rbac.*.update_permission")
      ? [{ label: "Edit", onSelect: () => onAsk({ what: "edit", permission }) }]
      : []),
    ...(can("rbac.*.delete_permission")
      ? [
          {
            label: "Delete",
            icon: "trash" as const,
            tone: "danger" as const,
            onSelect: () => onAsk({ what: "delete", permission }),
          },
        ]
      : []),
  ]
  const columns: readonly Column<Permission>[] = [
    { key: "slug", title: "Permission", role: "main", cell: ({ slug }) => <Mono>{slug}</Mono> },
    {
      key: "keys",
      title: "Who holds it",
      cell: ({ slug, keys }) => (
        <Link className={css.keys} params={{ workspaceId }} search={{ permission: slug }} to="/w/$workspaceId/keys">
          {keyCount(keys)}
          <span className="visually-hidden"> with {slug}</span>
        </Link>
      ),
    },
    {
      key: "description",
      title: "Description",
      wraps: true,
      cell: ({ slug, name, description }) => visibleText(description ?? (name === slug ? "–" : name)),
    },
    {
      key: "menu",
      title: "Actions",
      role: "menu",
      cell: (permission) => {
        const items = itemsOf(permission)
        if (items.length === 0) return null
        return (
          <Menu
            items={items}
            trigger={<IconButton icon="more" label={`Actions for ${permission.slug}`} size="small" />}
          />
        )
      },
    },
  ]
  return <Table columns={columns} isStale={isStale} label="Permissions" rowKey={({ id }) => id} rows={permissions} />
}

function DeletePermission({ permission, onClose }: { readonly permission: Permission; readonly onClose: () => void }) {
  const remove = useChange((client) => client.permissions.deletePermission({ permission: permission.id }), {
    done: () => ({ title: `Deleted ${permission.slug}. No key holds it any more.` }),
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      action="Delete permission"
      isBusy={remove.isBusy}
      isOpen
      onClose={onClose}
      onConfirm={() => remove.run(undefined)}
      title={`Delete ${permission.slug}?`}
      typed={permission.slug}
    >
      <p>
        Every role and key loses it at once. Verifications that demand it are then INSUFFICIENT_PERMISSIONS. You cannot
        undo this. <Reached input={{ permission: permission.id }} touches={keysWithPermission} />
      </p>
    </ConfirmDialog>
  )
}
