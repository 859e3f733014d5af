import { useState } from "react"
import { useRead } from "../../queries.ts"
import { useCan, useWorkspace } from "../../session.ts"
import { FilterSelect } from "../../ui/filter-select.tsx"
import { visibleText } from "../../ui/format.ts"
import { useRootKeys } from "./root-keys.ts"
import { shownTypes, typeInWords } from "./type-words.ts"

interface FilterProps {
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

/** What happened, in words. */
export function TypeFilter({ value, onChange }: FilterProps) {
  const [search, setSearch] = useState("")
  return (
    <FilterSelect
      isProse
      label="What"
      onChange={onChange}
      onSearch={setSearch}
      options={shownTypes.filter((type) => isFound(search, typeInWords(type), type))}
      search={search}
      show={typeInWords}
      value={value}
    />
  )
}

/** Who made the change: people, root keys, and Keyward itself. */
export function ActorFilter({ value, onChange }: FilterProps) {
  const [search, setSearch] = useState("")
  const actors = useActors()
  const nameOf = (id: string) => actors.find((actor) => actor.id === id)?.name ?? visibleText(id)
  return (
    <FilterSelect
      isProse
      label="Who"
      onChange={onChange}
      onSearch={setSearch}
      options={actors.filter(({ id, name }) => isFound(search, name, id)).map(({ id }) => id)}
      search={search}
      show={nameOf}
      value={value}
    />
  )
}

function isFound(search: string, ...texts: readonly string[]): boolean {
  const wanted = search.trim().toLowerCase()
  return texts.some((text) => text.toLowerCase().includes(wanted))
}

interface NamedActor {
  readonly id: string
  readonly name: string
}

const ownActors: readonly NamedActor[] = [
  { id: "operator", name: "The operator key" },
  { id: "refill", name: "Keyward: refills" },
  { id: "quota", name: "Keyward: quotas of the workspace" },
  { id: "import", name: "Keyward: imports" },
]

function useActors(): readonly NamedActor[] {
  const can = useCan()
  const { enabled } = useWorkspace()
  const { data: members = [] } = useRead(["members", "names"], (client) => client.members.listMembers({}), {
    isEnabled: enabled && can("member.*.read_member"),
  })
  const rootKeys = useRootKeys() ?? []
  return [
    ...members.map(({ userId, name }) => ({ id: userId, name: visibleText(name) })),
    ...rootKeys.map(({ rootKeyId, name, start }) => ({
      id: rootKeyId,
      name: `Root key ${visibleText(name ?? `${start}…`)}`,
    })),
    ...ownActors,
  ]
}
