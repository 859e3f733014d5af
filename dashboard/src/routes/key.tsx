import type { Key } from "@keyward/client"
import { useParams } from "@tanstack/react-router"
import { useTab } from "../address.ts"
import { usePageTitle } from "../page-title.ts"
import { nameOfApi, useApis } from "../parts/api-names.ts"
import { Below } from "../parts/below.tsx"
import { DisabledNotice } from "../parts/events/disabled-notice.tsx"
import { EventList } from "../parts/events/event-list.tsx"
import { MissingObject } from "../parts/events/missing-object.tsx"
import { Incident } from "../parts/incident/incident.tsx"
import { subjectOfKey } from "../parts/incident/subject.ts"
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
  const apis = useApis()
  // The name of the API is in the line below the title. A name that came later would move the page.
  const isNamed = apis.data !== undefined || apis.error !== null
  const shown = isNamed && key.data?.keyId === keyId ? key.data : undefined
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
  const { tab, open } = useTab(["overview", "incident", "limits", "permissions", "verifications", "events", "settings"])
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
      <DisabledNotice enabled={apiKey.enabled} id={keyId} type="key">
        Every verification is refused with DISABLED.
      </DisabledNotice>
      <CustomerNotice apiKey={apiKey} />
      <ExhaustedNotice apiKey={apiKey} exhausted={exhausted} onOpenCredits={() => open("limits")} />
      <RotationNotice apiKey={apiKey} />
      <RerollNotice apiKey={apiKey} />
      <Below
        reads={[
          ["exhausted", keyId],
          ["reroll", keyId],
          ["events", "latest"],
          ["root-keys", "names"],
        ]}
      >
        <Tabs
          label="Parts of this key"
          onChange={open}
          tabs={[
            { value: "overview", label: "Overview" },
            { value: "incident", label: "Incident" },
            { value: "limits", label: "Limits and credits" },
            { value: "permissions", label: "Permissions", count: apiKey.permissions.length },
            { value: "verifications", label: "Verifications" },
            { value: "events", label: "Events" },
            { value: "settings", label: "Settings" },
          ]}
          value={tab}
        >
          {tab === "overview" && <KeyOverview apiKey={apiKey} onOpen={open} />}
          {tab === "incident" && <Incident of={subjectOfKey(apiKey)} />}
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
      </Below>
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
          {expires > Date.now() ? "Expires" : "Expired"} <Ago time={expires} />
        </span>
      )}
    </>
  )
}
