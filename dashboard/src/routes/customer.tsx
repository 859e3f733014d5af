import type { Identity } from "@keyward/client"
import { Link, useParams } from "@tanstack/react-router"
import { useTab } from "../address.ts"
import { usePageTitle } from "../page-title.ts"
import { Below } from "../parts/below.tsx"
import { CustomerStatusBadge } from "../parts/customer-status.tsx"
import { DisabledNotice } from "../parts/events/disabled-notice.tsx"
import { EventList } from "../parts/events/event-list.tsx"
import { MissingObject } from "../parts/events/missing-object.tsx"
import { Incident } from "../parts/incident/incident.tsx"
import { subjectOfCustomer } from "../parts/incident/subject.ts"
import { KeyTable } from "../parts/keys/key-table.tsx"
import { Load } from "../parts/load.tsx"
import { FilteredLog } from "../parts/log/filtered-log.tsx"
import { useLogPeriod } from "../parts/log/log-period.ts"
import { useRead } from "../queries.ts"
import { useCan, useWorkspace } from "../session.ts"
import { buttonClass } from "../ui/button.tsx"
import { Card } from "../ui/card.tsx"
import { Copyable } from "../ui/copy.tsx"
import { visibleText } from "../ui/format.ts"
import { Icon } from "../ui/icon.tsx"
import { Page, PageSkeleton } from "../ui/page.tsx"
import { Tabs } from "../ui/tabs.tsx"
import { Ago } from "../ui/time.tsx"
import { CustomerBilling } from "./customer/billing.tsx"
import { CustomerDanger } from "./customer/danger.tsx"
import { CustomerLimits } from "./customer/limits.tsx"
import { CustomerMetadata } from "./customer/metadata.tsx"
import { OpenPortalButton } from "./customer/open-portal.tsx"
import { CustomerOverview } from "./customer/overview.tsx"
import { CustomerPermissions } from "./customer/permissions.tsx"
import { SwitchButton } from "./customer/switch-button.tsx"
import { UsedUpNotice } from "./customer/used-up-notice.tsx"

export default function CustomerPage() {
  const { identityId } = useParams({ from: "/w/$workspaceId/customers/$identityId" })
  const customer = useRead(["customer", identityId], (client) => client.identities.getIdentity({ identityId }), {
    everyMs: 15_000,
  })
  // Until this customer has loaded, the data is that of the one before.
  const shown = customer.data?.id === identityId ? customer.data : undefined
  usePageTitle(shown?.externalId)
  if (shown === undefined && customer.error) {
    return <MissingObject error={customer.error} id={identityId} onRetry={() => customer.refetch()} type="identity" />
  }
  return (
    <Load query={{ ...customer, data: shown }} skeleton={<PageSkeleton />}>
      {(data) => <Shown customer={data} key={data.id} />}
    </Load>
  )
}

function Shown({ customer }: { readonly customer: Identity }) {
  const can = useCan()
  const period = useLogPeriod()
  const { tab, open } = useTab([
    "overview",
    "incident",
    "keys",
    "billing",
    "limits",
    "permissions",
    "verifications",
    "events",
    "settings",
  ])
  return (
    <Page
      about={
        <>
          <Copyable value={customer.id} what="customer id" />
          <span>
            Created <Ago time={customer.createdAt} />
          </span>
        </>
      }
      actions={
        <>
          <OpenPortalButton customer={customer} />
          <SwitchButton customer={customer} />
          <CreateKeyLink customer={customer} />
        </>
      }
      title={
        <>
          {visibleText(customer.externalId)}
          <CustomerStatusBadge customer={customer} />
        </>
      }
    >
      <DisabledNotice enabled={customer.enabled} id={customer.id} type="identity">
        Every key of this customer is refused with DISABLED until you enable the customer.
      </DisabledNotice>
      <UsedUpNotice customer={customer} />
      <Below
        reads={[
          ["events", "latest"],
          ["root-keys", "names"],
        ]}
      >
        <Tabs
          label="Parts of this customer"
          onChange={open}
          tabs={[
            { value: "overview", label: "Overview" },
            { value: "incident", label: "Incident" },
            ...(can("api.*.read_key") ? [{ value: "keys" as const, label: "Keys" }] : []),
            { value: "billing", label: "Quota and credits" },
            { value: "limits", label: "Limits", count: customer.ratelimits.length || undefined },
            { value: "permissions", label: "Permissions", count: customer.permissions?.length || undefined },
            { value: "verifications", label: "Verifications" },
            ...(can("event.*.read_event") ? [{ value: "events" as const, label: "Events" }] : []),
            { value: "settings", label: "Settings" },
          ]}
          value={tab}
        >
          {tab === "overview" && <CustomerOverview customer={customer} onOpen={open} />}
          {tab === "incident" && <Incident of={subjectOfCustomer(customer)} />}
          {tab === "keys" && (
            <KeyTable
              actions={<CreateKeyLink customer={customer} />}
              filter={{ identityId: customer.id }}
              hides={["customer"]}
            />
          )}
          {tab === "billing" && <CustomerBilling customer={customer} />}
          {tab === "limits" && <CustomerLimits customer={customer} />}
          {tab === "permissions" && <CustomerPermissions customer={customer} />}
          {tab === "verifications" && <FilteredLog of={{ type: "customer", id: customer.id }} />}
          {tab === "events" && (
            <Card isFlush>
              <EventList filter={{ resourceId: customer.id, ...period }} />
            </Card>
          )}
          {tab === "settings" && (
            <>
              <CustomerMetadata customer={customer} />
              {can(`identity.${customer.id}.delete_identity`) && <CustomerDanger customer={customer} />}
            </>
          )}
        </Tabs>
      </Below>
    </Page>
  )
}

function CreateKeyLink({ customer }: { readonly customer: Identity }) {
  const { workspaceId } = useWorkspace()
  if (!useCan()("api.*.create_key")) return null
  return (
    <Link
      className={buttonClass("primary")}
      params={{ workspaceId }}
      search={{ customer: customer.externalId }}
      to="/w/$workspaceId/keys/new"
    >
      <Icon name="plus" />
      Create key
    </Link>
  )
}
