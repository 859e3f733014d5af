import { Card } from "../../ui/card.tsx"
import { Mono } from "../../ui/copy.tsx"
import { Empty } from "../../ui/states.tsx"

/** In place of the charts, for people who may not read usage. */
export function UsageNotAllowed({ permission }: { readonly permission: string }) {
  return (
    <Card title="Verifications">
      <Empty title="You may not see this">
        The permission <Mono>{permission}</Mono> is missing. An owner of the workspace can change your role.
      </Empty>
    </Card>
  )
}
