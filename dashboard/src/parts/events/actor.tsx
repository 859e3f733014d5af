import type { Event } from "@keyward/client"
import { visibleText } from "../../ui/format.ts"
import { KeyLink } from "../links.tsx"
import { useRootKeys } from "./root-keys.ts"

type ActorOfEvent = Event["actor"]

const systemNames: Readonly<Record<string, string>> = {
  quota: "The quota",
  refill: "The refill",
}

/** The author of a change. */
export function Actor({ actor }: { readonly actor: ActorOfEvent }) {
  if (actor.type === "user") return <strong>{visibleText(actor.name ?? actor.id)}</strong>
  if (actor.type === "root_key") return <RootKeyName id={actor.id} />
  if (actor.type === "api_key") return <KeyLink id={actor.id} name={`Key ${actor.id}`} />
  if (actor.type === "operator") return <strong>{actor.id === "operator" ? "The operator" : actor.id}</strong>
  return <strong>{systemNames[actor.id] ?? "Keyward"}</strong>
}

function RootKeyName({ id }: { readonly id: string }) {
  const rootKeys = useRootKeys()
  const rootKey = rootKeys?.find(({ rootKeyId }) => rootKeyId === id)
  // About as long as a name, so that the line keeps its breaks when the name arrives.
  const unknown = rootKeys === undefined ? `${id.slice(0, 12)}…` : id
  return (
    <span title={id}>
      Root key <strong>{visibleText(rootKey?.name ?? (rootKey ? `${rootKey.start}…` : unknown))}</strong>
    </span>
  )
}
