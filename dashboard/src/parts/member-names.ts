import { useRead } from "../queries.ts"
import { useCan } from "../session.ts"

/** What people call a member; the id for those who have left. */
export function useMembers(): (userId: string) => string {
  const can = useCan()
  const { data: members } = useRead(["members", "names"], (client) => client.members.listMembers({}), {
    isEnabled: can("member.*.read_member"),
  })
  return (id) => members?.find(({ userId }) => userId === id)?.name ?? id
}
