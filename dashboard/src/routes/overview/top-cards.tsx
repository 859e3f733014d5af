import { Link } from "@tanstack/react-router"
import { CustomerLink, KeyLink } from "../../parts/links.tsx"
import { Load } from "../../parts/load.tsx"
import { TopList } from "../../parts/top-list.tsx"
import { useRead } from "../../queries.ts"
import { useWorkspace } from "../../session.ts"
import { Card } from "../../ui/card.tsx"
import { visibleText } from "../../ui/format.ts"
import { Empty } from "../../ui/states.tsx"
import css from "./top-cards.module.css"

interface TopProps {
  readonly from: number
}

/** Rank lists are read less often than the chart: they change slowly and cost more. */
const everyMs = 15_000

export function TopKeys({ from }: TopProps) {
  const { workspaceId } = useWorkspace()
  const query = useRead(
    ["top-keys", from],
    (client) => client.usage.getVerifications({ from, interval: "total", groupBy: ["key", "identity"], limit: 6 }),
    { everyMs },
  )
  return (
    <Card
      actions={
        <Link params={{ workspaceId }} to="/w/$workspaceId/keys">
          All keys
        </Link>
      }
      title="Top keys"
    >
      <Load query={query}>
        {({ groups }) => {
          const entries = groups.flatMap(({ keyId, name, identity, total }) =>
            keyId === undefined
              ? []
              : [{ key: keyId, name: <KeyOf id={keyId} name={name} owner={identity} />, value: total }],
          )
          return entries.length === 0 ? <Empty title="No key was used in this time" /> : <TopList entries={entries} />
        }}
      </Load>
    </Card>
  )
}

export function TopCustomers({ from }: TopProps) {
  const { workspaceId } = useWorkspace()
  const query = useRead(
    ["top-customers", from],
    (client) => client.usage.getVerifications({ from, interval: "total", groupBy: ["identity"], limit: 6 }),
    { everyMs },
  )
  return (
    <Card
      actions={
        <Link params={{ workspaceId }} to="/w/$workspaceId/customers">
          All customers
        </Link>
      }
      title="Top customers"
    >
      <Load query={query}>
        {({ groups }) => {
          const entries = groups.flatMap(({ identity, total }) =>
            identity === undefined
              ? []
              : [
                  {
                    key: identity.id,
                    name: <CustomerLink id={identity.id} name={identity.externalId} />,
                    value: total,
                  },
                ],
          )
          return entries.length === 0 ? (
            <Empty title="No customer in this time">
              Create keys with an external id, and the verifications of each customer are counted here.
            </Empty>
          ) : (
            <TopList entries={entries} />
          )
        }}
      </Load>
    </Card>
  )
}

interface KeyOfProps {
  readonly id: string
  readonly name: string | undefined
  readonly owner: { readonly externalId?: string } | undefined
}

/** Many keys have the same name, so the customer tells them apart. */
function KeyOf({ id, name, owner }: KeyOfProps) {
  return (
    <span className={css.key}>
      <KeyLink id={id} name={name} />
      {owner?.externalId !== undefined && <span className={css.owner}>{visibleText(owner.externalId)}</span>}
    </span>
  )
}
