import type { Portal } from "@keyward/client"
import { useTab } from "../address.ts"
import { usePageTitle } from "../page-title.ts"
import { Load } from "../parts/load.tsx"
import { useRead } from "../queries.ts"
import { Badge } from "../ui/badge.tsx"
import { Copyable } from "../ui/copy.tsx"
import { Page, PageSkeleton } from "../ui/page.tsx"
import { Banner } from "../ui/states.tsx"
import { Tabs } from "../ui/tabs.tsx"
import { PortalForm } from "./portal/portal-form.tsx"
import { PortalSessions } from "./portal/portal-sessions.tsx"

/** The page on which customers manage their own keys: how it looks, what it lets them do, and who uses it now. */
export default function PortalPage() {
  usePageTitle("Portal")
  const portal = useRead(["portal"], (client) => client.portal.getPortal(), { everyMs: 30_000 })
  return (
    <Load query={portal} skeleton={<PageSkeleton />}>
      {(data) => <Shown portal={data} />}
    </Load>
  )
}

function Shown({ portal }: { readonly portal: Portal }) {
  const { tab, open } = useTab(["settings", "sessions"])
  const { enabled, url } = portal
  return (
    <Page
      about={url !== undefined && <Copyable value={url} what="address of the portal" />}
      title={
        <>
          Portal
          <Badge tone={enabled && url ? "good" : "neutral"}>{enabled && url ? "On" : "Off"}</Badge>
        </>
      }
    >
      {url === undefined && <Banner>This server has no portal, because KEYWARD_PORTAL_URL is “off”.</Banner>}
      <Tabs
        label="Parts of the portal"
        onChange={open}
        tabs={[
          { value: "settings", label: "Settings" },
          { value: "sessions", label: "Sessions" },
        ]}
        value={tab}
      >
        {tab === "settings" ? <PortalForm portal={portal} /> : <PortalSessions />}
      </Tabs>
    </Page>
  )
}
