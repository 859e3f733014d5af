import { Link } from "@tanstack/react-router"
import { usePageTitle } from "../page-title.ts"
import { reasonLabel } from "../parts/keys/disable-reasons.ts"
import { Load } from "../parts/load.tsx"
import { useRead } from "../queries.ts"
import { useCan, useWorkspace } from "../session.ts"
import { buttonClass } from "../ui/button.tsx"
import { Card } from "../ui/card.tsx"
import { Facts } from "../ui/facts.tsx"
import { visibleText } from "../ui/format.ts"
import { Page } from "../ui/page.tsx"
import { Empty } from "../ui/states.tsx"
import { Ago } from "../ui/time.tsx"

const working = [
  { to: "/w/$workspaceId/events", label: "Events", needs: "event.*.read_event" },
  { to: "/w/$workspaceId/members", label: "Members", needs: "member.*.read_member" },
  { to: "/w/$workspaceId/settings", label: "Settings", needs: "workspace.*.read_workspace" },
] as const

/** In place of every page that needs an enabled workspace. */
export default function DisabledPage() {
  usePageTitle("Disabled workspace")
  const { workspaceId, name } = useWorkspace()
  const can = useCan()
  const isReadable = can("workspace.*.read_workspace")
  const query = useRead(["workspace"], (client) => client.workspaces.getWorkspace({}), {
    isEnabled: isReadable,
    everyMs: 10_000,
  })
  return (
    <Page title={visibleText(name)}>
      <Card>
        <Empty
          actions={working
            .filter(({ needs }) => can(needs))
            .map(({ to, label }) => (
              <Link className={buttonClass()} key={to} params={{ workspaceId }} to={to}>
                {label}
              </Link>
            ))}
          title="This page works again when the workspace is enabled"
        >
          Nothing was deleted. An operator of this installation can enable the workspace.
        </Empty>
      </Card>
      {isReadable && (
        <Card title="Why it is disabled">
          <Load query={query}>
            {({ disabledReason, disabledNote, disabledAt }) => (
              <Facts
                facts={[
                  { name: "Reason", value: disabledReason ? reasonLabel(disabledReason) : "Not given" },
                  disabledNote !== undefined && { name: "Note", value: visibleText(disabledNote) },
                  { name: "Since", value: <Ago time={disabledAt} /> },
                ]}
              />
            )}
          </Load>
        </Card>
      )}
    </Page>
  )
}
