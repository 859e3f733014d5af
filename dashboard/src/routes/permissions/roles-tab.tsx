import type { Role } from "@keyward/client"
import { useState } from "react"
import { useAddress } from "../../address.ts"
import { Failure } from "../../parts/failure.tsx"
import { useSearchText } from "../../parts/keys/search-text.ts"
import { useList } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { classNames } from "../../ui/class-names.ts"
import { CodeBlock } from "../../ui/code.tsx"
import { SearchInput } from "../../ui/field.tsx"
import { counted, visibleText } from "../../ui/format.ts"
import { Empty, SkeletonLines } from "../../ui/states.tsx"
import { MoreRows, Toolbar } from "../../ui/toolbar.tsx"
import { keyCount } from "./key-count.ts"
import { CreateRoleDialog } from "./role-dialog.tsx"
import { RolePanel } from "./role-panel.tsx"
import css from "./roles.module.css"

/** The roles as a list, and beside it the one that is open. */
export function RolesTab() {
  const can = useCan()
  const { search, change } = useAddress()
  const [isCreating, setCreating] = useState(false)
  const { text, setText, query, isPrivate } = useSearchText()
  const roles = useList(
    ["roles", query],
    (client, page) => client.permissions.listRoles({ search: query, countKeys: true, limit: 50, ...page }),
    { isPrivate },
  )
  const { items, error, refetch } = roles
  const open = (roleId: string) => change({ role: roleId }, true)
  const create = can("rbac.*.create_role") && (
    <Button icon="plus" onClick={() => setCreating(true)} variant="primary">
      Create role
    </Button>
  )
  if (items?.length === 0 && query === "") {
    return (
      <Card>
        <Empty actions={create} title="No roles yet">
          A role is a named set of permissions. Keys that hold it follow every change of it at once.
          <CodeBlock code="keyward roles create editor --permissions documents.read,documents.write" />
        </Empty>
        <CreateRoleDialog isOpen={isCreating} onClose={() => setCreating(false)} onDone={open} />
      </Card>
    )
  }
  return (
    <>
      <Toolbar>
        <SearchInput
          label="Search roles"
          onChange={setText}
          placeholder="Name, description or id of a role"
          value={text}
        />
        {create}
      </Toolbar>
      <div className={classNames(css.split, search.role !== undefined && css.hasRole)}>
        <div className={css.roles}>
          <Card isFlush>
            {items === undefined ? (
              error ? (
                <Failure error={error} onRetry={() => refetch()} />
              ) : (
                <SkeletonLines />
              )
            ) : items.length === 0 ? (
              <Empty title="No role matches" />
            ) : (
              <RoleList onOpen={open} openId={search.role} roles={items} />
            )}
          </Card>
          {items && items.length > 0 && (
            <MoreRows
              hasMore={roles.hasNextPage}
              isLoading={roles.isFetchingNextPage}
              onMore={() => roles.fetchNextPage()}
              shown={counted(items.length, "role")}
            />
          )}
        </div>
        {search.role === undefined ? (
          <div className={css.hint}>
            <Empty title="Choose a role">Its permissions are shown here, to add and remove.</Empty>
          </div>
        ) : (
          <RolePanel key={search.role} onClose={() => change({ role: "" })} roleId={search.role} />
        )}
      </div>
      <CreateRoleDialog isOpen={isCreating} onClose={() => setCreating(false)} onDone={open} />
    </>
  )
}

interface RoleListProps {
  readonly roles: readonly Role[]
  readonly openId: string | undefined
  readonly onOpen: (roleId: string) => void
}

function RoleList({ roles, openId, onOpen }: RoleListProps) {
  return (
    <ul aria-label="Roles">
      {roles.map(({ id, name, description, permissions, keys }) => (
        <li className={css.entry} key={id}>
          <button
            aria-current={id === openId || name === openId ? "true" : undefined}
            className={css.role}
            onClick={() => onOpen(id)}
            type="button"
          >
            <span className={css.roleText}>
              <span className={css.name}>{visibleText(name)}</span>
              {description && <span className={css.about}>{visibleText(description)}</span>}
            </span>
            <span className={css.number}>
              {counted(permissions.length, "permission")} · {keyCount(keys)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
