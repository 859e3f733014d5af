import type { Event, RootKey } from "@keyward/client"
import { Actor } from "../../parts/events/actor.tsx"
import { useMembers } from "../../parts/events/member-names.ts"
import { useRead } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { visibleText } from "../../ui/format.ts"

type ActorOfEvent = Event["actor"]

/** The creator of each root key, from the newest hundred of their events: a root key itself names only users. */
export function useCreators(rootKeys: readonly RootKey[]): (rootKeyId: string) => ActorOfEvent | undefined {
  const since = Math.min(...rootKeys.map(({ createdAt }) => createdAt))
  const { data: events } = useRead(
    ["root-key-creators", since],
    (client) => client.events.listEvents({ type: "root_key.created", since, limit: 100 }),
    { isEnabled: useCan()("event.*.read_event") && rootKeys.length > 0 },
  )
  return (id) => events?.find(({ resources }) => resources.some((one) => one.id === id))?.actor
}

interface CreatorProps {
  readonly rootKey: RootKey
  readonly actor: ActorOfEvent | undefined
}

export function Creator({ rootKey: { createdBy }, actor }: CreatorProps) {
  const nameOfMember = useMembers()
  if (actor && actor.type !== "user") return <Actor actor={actor} />
  if (createdBy === undefined) return "–"
  const name = nameOfMember(createdBy)
  // People who have left, and operators, are no members.
  return visibleText(name === createdBy ? (actor?.name ?? name) : name)
}
