import { useRead } from "../../queries.ts"
import { useCan } from "../../session.ts"

/** The name of a member, or the id of a former member. */
export function useMembers(): (userId: string) => string {
  const can = useCan()
  const { data: members } = useRead(["members", "names"], (client) => client.members.listMembers({}), {
    isEnabled: can("member.*.read_member"),
  })
  return (id) => members?.find(({ userId }) => userId === id)?.name ?? id
}
