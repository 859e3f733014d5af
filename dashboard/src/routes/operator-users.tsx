import type { User } from "@keyward/client"
import { useState } from "react"
import { usePageTitle } from "../page-title.ts"
import { useSearchText } from "../parts/keys/search-text.ts"
import { SecretDialog } from "../parts/keys/secret-dialog.tsx"
import { Load } from "../parts/load.tsx"
import { useChange, useList } from "../queries.ts"
import { IconButton } from "../ui/button.tsx"
import { Card } from "../ui/card.tsx"
import { CodeBlock } from "../ui/code.tsx"
import { ConfirmDialog } from "../ui/confirm-dialog.tsx"
import { SearchInput } from "../ui/field.tsx"
import { counted, formatExact, visibleText } from "../ui/format.ts"
import { Menu } from "../ui/menu.tsx"
import { Page } from "../ui/page.tsx"
import { Empty } from "../ui/states.tsx"
import { type Column, Table } from "../ui/table.tsx"
import { Ago } from "../ui/time.tsx"
import { MoreRows, Toolbar } from "../ui/toolbar.tsx"
import { Person } from "./members/person.tsx"
import { OperatorSwitch } from "./operator-users/operator-switch.tsx"
import { ResetLinks } from "./operator-users/reset-links.tsx"

/** Everybody who can sign in to this installation. */
export default function UsersPage() {
  usePageTitle("Users")
  const { text, setText, query, isPrivate } = useSearchText()
  const [deleted, setDeleted] = useState<User>()
  const list = useList(
    ["users", query],
    (client, cursor) => client.users.listUsers({ ...cursor, limit: 50, ...(query && { search: query }) }),
    { isPrivate },
  )
  return (
    <Page title="Users">
      <ResetLinks />
      <Toolbar>
        <SearchInput label="Search users by name, address or id" onChange={setText} value={text} />
      </Toolbar>
      <Load query={{ data: list.items, error: list.error, refetch: list.refetch }}>
        {(users) =>
          users.length === 0 ? (
            <Card>
              <NoUsers isSearch={query !== ""} />
            </Card>
          ) : (
            <>
              <Table
                columns={columnsFor(setDeleted)}
                isStale={list.isPlaceholderData}
                label="Users"
                rowKey={({ userId }) => userId}
                rows={users}
              />
              <MoreRows
                hasMore={list.hasNextPage}
                isLoading={list.isFetchingNextPage}
                onMore={() => list.fetchNextPage()}
                shown={counted(users.length, "user")}
              />
            </>
          )
        }
      </Load>
      {deleted && <DeleteUser onClose={() => setDeleted(undefined)} user={deleted} />}
    </Page>
  )
}

function NoUsers({ isSearch }: { readonly isSearch: boolean }) {
  if (isSearch) return <Empty title="No user matches">Try a shorter search.</Empty>
  return (
    <Empty actions={<CodeBlock code="keyward setup-link" />} title="No users yet">
      The link of this command creates the first user. All other users come by invitation to a workspace.
    </Empty>
  )
}

function columnsFor(onDelete: (user: User) => void): readonly Column<User>[] {
  return [
    { key: "name", title: "Name", role: "main", cell: (user) => <Person user={user} /> },
    { key: "operator", title: "Operator", cell: (user) => <OperatorSwitch user={user} /> },
    { key: "created", title: "Created", align: "end", cell: ({ createdAt }) => <Ago time={createdAt} /> },
    { key: "menu", title: "Actions", role: "menu", cell: (user) => <UserMenu onDelete={onDelete} user={user} /> },
  ]
}

interface UserMenuProps {
  readonly user: User
  readonly onDelete: (user: User) => void
}

function UserMenu({ user, onDelete }: UserMenuProps) {
  const [link, setLink] = useState<{ readonly url: string; readonly expires: number }>()
  const reset = useChange((client, userId: string) => client.users.createResetLink({ userId }), { onDone: setLink })
  const name = visibleText(user.name)
  return (
    <>
      <Menu
        items={[
          { label: "Create reset link", onSelect: () => reset.run(user.userId) },
          { label: "Delete …", tone: "danger", startsGroup: true, onSelect: () => onDelete(user) },
        ]}
        trigger={<IconButton icon="more" label={`Actions for ${name}`} />}
      />
      {link && (
        <SecretDialog onClose={() => setLink(undefined)} secret={link.url} title={`Reset link for ${name}`} what="link">
          <p>
            Send it to {visibleText(user.email)} yourself; Keyward sends no mail. With it, {name} sets a new password.
            It works once, until {formatExact(link.expires)}.
          </p>
        </SecretDialog>
      )}
    </>
  )
}

function DeleteUser({ user: { userId, name, email }, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const remove = useChange((client, id: string) => client.users.deleteUser({ userId: id }), {
    done: () => ({ title: `Deleted ${visibleText(name)}. All sessions of this person have ended.` }),
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      action="Delete user"
      isBusy={remove.isBusy}
      isOpen
      onClose={onClose}
      onConfirm={() => remove.run(userId)}
      title={`Delete ${visibleText(name)}?`}
      typed={email}
    >
      <p>
        This person loses every membership and session at once. Root keys that they made stay and keep working. This
        cannot be undone.
      </p>
    </ConfirmDialog>
  )
}
