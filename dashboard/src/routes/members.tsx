import type { Member } from "@keyward/client"
import { useState } from "react"
import { usePageTitle } from "../page-title.ts"
import { Below } from "../parts/below.tsx"
import { Load } from "../parts/load.tsx"
import { InviteDialog } from "../parts/people/invite-dialog.tsx"
import { roleOptions } from "../parts/permissions/member-roles.ts"
import { useList } from "../queries.ts"
import { useCan } from "../session.ts"
import { Button, IconButton } from "../ui/button.tsx"
import { Card } from "../ui/card.tsx"
import { CodeBlock } from "../ui/code.tsx"
import { Facts } from "../ui/facts.tsx"
import { visibleText } from "../ui/format.ts"
import { Columns, Page, Stack } from "../ui/page.tsx"
import { Empty } from "../ui/states.tsx"
import { type Column, Table } from "../ui/table.tsx"
import { Ago } from "../ui/time.tsx"
import { MoreRows } from "../ui/toolbar.tsx"
import { Invitations } from "./members/invitations.tsx"
import { Person } from "./members/person.tsx"
import { RemoveMember } from "./members/remove-member.tsx"
import { RoleChoice } from "./members/role-choice.tsx"

/** The people of this workspace, and what they may do. */
export default function MembersPage() {
  usePageTitle("Members")
  const can = useCan()
  const [isInviting, setInviting] = useState(false)
  const [memberToRemove, setMemberToRemove] = useState<Member>()
  const list = useList(["members"], (client, cursor) => client.members.listMembers({ ...cursor, limit: 50 }))
  const invite = can("member.*.invite_member") && (
    <Button icon="plus" onClick={() => setInviting(true)} variant="primary">
      Invite
    </Button>
  )
  return (
    <Page actions={invite} title="Members">
      <Columns>
        <Stack>
          <Card isFlush title="People">
            <Load query={{ data: list.items, error: list.error, refetch: list.refetch }}>
              {(members) =>
                members.length === 0 ? (
                  <NoMembers />
                ) : (
                  <>
                    <Table
                      columns={columnsFor(setMemberToRemove)}
                      isFlush
                      label="Members"
                      rowKey={({ userId }) => userId}
                      rows={members}
                    />
                    {list.hasNextPage && (
                      <MoreRows
                        isFlush
                        hasMore
                        isLoading={list.isFetchingNextPage}
                        onMore={() => list.fetchNextPage()}
                        shown={`${members.length} members`}
                      />
                    )}
                  </>
                )
              }
            </Load>
          </Card>
          <Below reads={[["members"], ["invitations"]]}>
            <Invitations />
          </Below>
        </Stack>
        <Below reads={[["members"], ["invitations"]]}>
          <Card title="Roles">
            <Facts facts={roleOptions.map(({ label, meaning }) => ({ name: label, value: meaning }))} />
          </Card>
        </Below>
      </Columns>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} title="Invite a person" />}
      {memberToRemove && <RemoveMember member={memberToRemove} onClose={() => setMemberToRemove(undefined)} />}
    </Page>
  )
}

/** A workspace that was made with a key has no members at first. */
function NoMembers() {
  return (
    <Empty title="No members yet">
      Members sign in to this dashboard, each with a role. Invite the first one and send the link.
      <CodeBlock code="keyward members invite owner --email ada@example.com" />
    </Empty>
  )
}

function columnsFor(onRemove: (member: Member) => void): readonly Column<Member>[] {
  return [
    { key: "name", title: "Name", role: "main", cell: (member) => <Person user={member} /> },
    { key: "role", title: "Role", cell: (member) => <RoleChoice member={member} /> },
    { key: "since", title: "Member since", align: "end", cell: ({ createdAt }) => <Ago time={createdAt} /> },
    {
      key: "remove",
      title: "Remove",
      role: "menu",
      cell: (member) => <RemoveButton member={member} onRemove={onRemove} />,
    },
  ]
}

interface RemoveButtonProps {
  readonly member: Member
  readonly onRemove: (member: Member) => void
}

function RemoveButton({ member, onRemove }: RemoveButtonProps) {
  const can = useCan()
  if (!can("member.*.remove_member")) return null
  return <IconButton icon="trash" label={`Remove ${visibleText(member.name)}`} onClick={() => onRemove(member)} />
}
