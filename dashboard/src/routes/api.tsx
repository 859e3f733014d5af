import type { Api } from "@keyward/client"
import { Link, useParams } from "@tanstack/react-router"
import { useTab } from "../address.ts"
import { usePageTitle } from "../page-title.ts"
import { useKeyCounts } from "../parts/keys/key-counts.ts"
import { KeyTable } from "../parts/keys/key-table.tsx"
import { Load } from "../parts/load.tsx"
import { TopCustomers, TopKeys } from "../parts/usage/top-usage.tsx"
import { UsageChart, useUsage } from "../parts/usage/usage-chart.tsx"
import { useUsageGroups } from "../parts/usage/usage-groups.ts"
import { UsageNotAllowed } from "../parts/usage/usage-not-allowed.tsx"
import { useRead } from "../queries.ts"
import { useCan, useWorkspace } from "../session.ts"
import { Badge } from "../ui/badge.tsx"
import { buttonClass } from "../ui/button.tsx"
import { Copyable, Mono } from "../ui/copy.tsx"
import { visibleText } from "../ui/format.ts"
import { Icon } from "../ui/icon.tsx"
import { Columns, Page, PageSkeleton } from "../ui/page.tsx"
import { Tabs } from "../ui/tabs.tsx"
import { Ago } from "../ui/time.tsx"
import { ApiDanger } from "./api/danger.tsx"
import { ApiSettings } from "./api/settings.tsx"

export default function ApiPage() {
  const { apiId } = useParams({ from: "/w/$workspaceId/apis/$apiId" })
  const api = useRead(["api", apiId], (client) => client.apis.getApi({ apiId }), { everyMs: 15_000 })
  // Until this API has loaded, the data is that of the one before.
  const shown = api.data?.id === apiId ? api.data : undefined
  usePageTitle(shown?.name)
  return (
    <Load query={{ ...api, data: shown }} skeleton={<PageSkeleton />}>
      {(data) => <Shown api={data} key={data.id} />}
    </Load>
  )
}

function Shown({ api }: { readonly api: Api }) {
  const can = useCan()
  const { tab, open } = useTab(["overview", "keys", "settings"])
  const keys = useKeyCounts()(api.id)
  return (
    <Page
      about={
        <>
          <Copyable value={api.id} what="API id" />
          {api.defaultPrefix !== undefined && (
            <span>
              Prefix <Mono>{api.defaultPrefix}</Mono>
            </span>
          )}
          <span>
            Created <Ago time={api.createdAt} />
          </span>
        </>
      }
      actions={<CreateKeyLink apiId={api.id} />}
      title={
        <>
          {visibleText(api.name)}
          {api.deleteProtection && <Badge title="It cannot be deleted while it is protected.">Protected</Badge>}
        </>
      }
    >
      <Tabs
        label="Parts of this API"
        onChange={open}
        tabs={[
          { value: "overview", label: "Overview" },
          ...(can(`api.${api.id}.read_key`)
            ? [{ value: "keys" as const, label: "Keys", ...(keys !== undefined && { count: keys }) }]
            : []),
          { value: "settings", label: "Settings" },
        ]}
        value={tab}
      >
        {tab === "overview" &&
          (can(`api.${api.id}.read_usage`) ? (
            <Overview apiId={api.id} />
          ) : (
            <UsageNotAllowed permission="api.*.read_usage" />
          ))}
        {tab === "keys" && (
          <KeyTable actions={<CreateKeyLink apiId={api.id} />} filter={{ apiId: api.id }} hides={["api"]} />
        )}
        {tab === "settings" && (
          <>
            <ApiSettings api={api} />
            <ApiDanger api={api} />
          </>
        )}
      </Tabs>
    </Page>
  )
}

function CreateKeyLink({ apiId }: { readonly apiId: string }) {
  const { workspaceId } = useWorkspace()
  if (!useCan()(`api.${apiId}.create_key`)) return null
  return (
    <Link
      className={buttonClass("primary")}
      params={{ workspaceId }}
      search={{ api: apiId }}
      to="/w/$workspaceId/keys/new"
    >
      <Icon name="plus" />
      Create key
    </Link>
  )
}

function Overview({ apiId }: { readonly apiId: string }) {
  const usage = useUsage({ apiId })
  const keys = useUsageGroups("key", { apiId, limit: 8 })
  const customers = useUsageGroups("identity", { apiId, limit: 8 })
  return (
    <>
      <UsageChart of={{ type: "api", id: apiId }} showsRefused usage={usage} />
      <Columns even>
        <TopKeys apiId={apiId} none="No key was verified in this time" title="Top keys" usage={keys} />
        <TopCustomers
          apiId={apiId}
          none="No customer was verified in this time"
          title="Top customers"
          usage={customers}
        />
      </Columns>
    </>
  )
}
