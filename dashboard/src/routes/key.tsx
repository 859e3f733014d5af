import type { Key } from "@keyward/client"
import { useParams } from "@tanstack/react-router"
import { useTab } from "../address.ts"
import { usePageTitle } from "../page-title.ts"
import { nameOfApi, useApis } from "../parts/api-names.ts"
import { EventList } from "../parts/events/event-list.tsx"
import { MissingObject } from "../parts/events/missing-object.tsx"
import { ExpiryTime } from "../parts/keys/expiry-time.tsx"
import { KeyStatusBadge } from "../parts/keys/key-status.tsx"
import { ApiLink, CustomerLink } from "../parts/links.tsx"
import { Load } from "../parts/load.tsx"
import { FilteredLog } from "../parts/log/filtered-log.tsx"
import { useLogPeriod } from "../parts/log/log-period.ts"
import { useRead } from "../queries.ts"
import { Card } from "../ui/card.tsx"
import { Copyable, Mono } from "../ui/copy.tsx"
import { visibleText } from "../ui/format.ts"
import { Columns, Page, PageSkeleton, Stack } from "../ui/page.tsx"
import { Tabs } from "../ui/tabs.tsx"
import { Ago } from "../ui/time.tsx"
import { KeyActions } from "./key/actions.tsx"
import { CreditLedger } from "./key/credit-ledger.tsx"
import { KeyCredits } from "./key/credits.tsx"
import { CustomerNotice } from "./key/customer-notice.tsx"
import { KeyDanger } from "./key/danger.tsx"
import { DisabledNotice } from "./key/disabled-notice.tsx"
import { ExhaustedNotice } from "./key/exhausted-notice.tsx"
import css from "./key/key.module.css"
import { KeyLimits } from "./key/limits.tsx"
import { KeyOverview } from "./key/overview.tsx"
import { KeyPermissions } from "./key/permissions.tsx"
import { RerollNotice } from "./key/reroll-notice.tsx"
import { RotationNotice } from "./key/rotation-notice.tsx"
import { KeySettings } from "./key/settings.tsx"
import { useExhausted } from "./key/use-exhausted.ts"

export default function KeyPage() {
  const { keyId } = useParams({ from: "/w/$workspaceId/keys/$keyId" })
  const key = useRead(["key", keyId], (client) => client.keys.getKey({ keyId }), { everyMs: 5_000 })
  const shown = key.data?.keyId === keyId ? key.data : undefined
  usePageTitle(shown ? visibleText(shown.name ?? `${shown.start}…`) : "Key")
  if (shown === undefined && key.error) {
    return <MissingObject error={key.error} id={keyId} onRetry={() => key.refetch()} type="key" />
  }
  return (
    <Load query={{ ...key, data: shown }} skeleton={<PageSkeleton />}>
      {(data) => <Shown apiKey={data} key={data.keyId} />}
    </Load>
  )
}

function Shown({ apiKey }: { readonly apiKey: Key }) {
  const { tab, open } = useTab(["overview", "limits", "permissions", "verifications", "events", "settings"])
  const { keyId, name, start } = apiKey
  const period = useLogPeriod()
  const exhausted = useExhausted(apiKey)
  return (
    <Page
      about={<About apiKey={apiKey} />}
      actions={<KeyActions apiKey={apiKey} />}
      title={
        <>
          <span className={css.name} title={visibleText(name ?? start)}>
            {visibleText(name ?? `${start}…`)}
          </span>
          <KeyStatusBadge apiKey={apiKey} isCustomerUsedUp={exhausted?.balance === "customer"} />
        </>
      }
    >
      <DisabledNotice apiKey={apiKey} />
      <CustomerNotice apiKey={apiKey} />
      <ExhaustedNotice apiKey={apiKey} exhausted={exhausted} onOpenCredits={() => open("limits")} />
      <RotationNotice apiKey={apiKey} />
      <RerollNotice apiKey={apiKey} />
      <Tabs
        label="Parts of this key"
        onChange={open}
        tabs={[
          { value: "overview", label: "Overview" },
          { value: "limits", label: "Limits and credits" },
          { value: "permissions", label: "Permissions", count: apiKey.permissions.length },
          { value: "verifications", label: "Verifications" },
          { value: "events", label: "Events" },
          { value: "settings", label: "Settings" },
        ]}
        value={tab}
      >
        {tab === "overview" && <KeyOverview apiKey={apiKey} onOpenLog={() => open("verifications")} />}
        {tab === "limits" && (
          <Columns even>
            <KeyLimits apiKey={apiKey} />
            <Stack>
              <KeyCredits apiKey={apiKey} />
              <CreditLedger apiKey={apiKey} />
            </Stack>
          </Columns>
        )}
        {tab === "permissions" && <KeyPermissions apiKey={apiKey} />}
        {tab === "verifications" && <FilteredLog of={{ type: "key", id: keyId }} />}
        {tab === "events" && (
          <Card isFlush>
            <EventList filter={{ resourceId: keyId, ...period }} />
          </Card>
        )}
        {tab === "settings" && (
          <Stack>
            <KeySettings apiKey={apiKey} />
            <KeyDanger apiKey={apiKey} />
          </Stack>
        )}
      </Tabs>
    </Page>
  )
}

function About({ apiKey }: { readonly apiKey: Key }) {
  const { keyId, name, start, apiId, identity, lastUsedAt, expires } = apiKey
  const { data: apis } = useApis()
  return (
    <>
      <Copyable value={keyId} what="key id" />
      {name !== undefined && <Mono>{`${visibleText(start)}…`}</Mono>}
      <ApiLink id={apiId} name={nameOfApi(apis, apiId)} />
      {identity && (
        <span>
          Customer <CustomerLink id={identity.id} name={identity.externalId} />
        </span>
      )}
      <span>
        Last used <Ago time={lastUsedAt} />
      </span>
      {expires !== undefined && (
        <span>
          {expires > Date.now() ? "Expires" : "Expired"} <ExpiryTime time={expires} />
        </span>
      )}
    </>
  )
}
