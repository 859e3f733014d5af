import type { Namespace } from "@keyward/client"
import { useParams } from "@tanstack/react-router"
import { useState } from "react"
import { usePageTitle } from "../page-title.ts"
import { Load } from "../parts/load.tsx"
import { useRead } from "../queries.ts"
import { useCan } from "../session.ts"
import { Card } from "../ui/card.tsx"
import { CodeBlock } from "../ui/code.tsx"
import { Copyable } from "../ui/copy.tsx"
import { visibleText } from "../ui/format.ts"
import { Columns, Page, PageSkeleton, Stack } from "../ui/page.tsx"
import { Empty } from "../ui/states.tsx"
import { Ago } from "../ui/time.tsx"
import { NamespaceChart } from "./ratelimit/chart.tsx"
import { NamespaceDanger } from "./ratelimit/danger.tsx"
import { type Draft, OverrideDialog } from "./ratelimit/override-dialog.tsx"
import { OverrideTester } from "./ratelimit/override-tester.tsx"
import { Overrides } from "./ratelimit/overrides.tsx"
import { TopIdentifiers } from "./ratelimit/top-identifiers.tsx"
import { limitSample } from "./ratelimits/sample.ts"

export default function RatelimitPage() {
  const { namespaceId } = useParams({ from: "/w/$workspaceId/ratelimits/$namespaceId" })
  const found = useRead(["namespace", namespaceId], (client) =>
    client.ratelimit.listNamespaces({ search: namespaceId, limit: 1 }),
  )
  const namespace = found.data?.find(({ id }) => id === namespaceId)
  usePageTitle(namespace?.name)
  // Until this namespace has loaded, the data is that of the one before.
  const data = found.isPlaceholderData ? undefined : found.data
  return (
    <Load query={{ ...found, data }} skeleton={<PageSkeleton />}>
      {() =>
        namespace === undefined ? (
          <Empty title="Not found">
            There is no such namespace. It was deleted, or it belongs to another workspace.
          </Empty>
        ) : (
          <Shown key={namespace.id} namespace={namespace} />
        )
      }
    </Load>
  )
}

function Shown({ namespace }: { readonly namespace: Namespace }) {
  const can = useCan()
  const [draft, setDraft] = useState<Draft>()
  const maySet = can(`ratelimit.${namespace.id}.set_override`)
  const onSet = maySet ? setDraft : undefined
  return (
    <Page
      about={
        <>
          <Copyable value={namespace.id} what="namespace id" />
          <span>
            Created <Ago time={namespace.createdAt} />
          </span>
        </>
      }
      title={visibleText(namespace.name)}
    >
      {can(`ratelimit.${namespace.id}.read_usage`) && <NamespaceChart namespaceId={namespace.id} />}
      <Columns even>
        <Stack>
          {can(`ratelimit.${namespace.id}.read_override`) && (
            <>
              <Overrides namespace={namespace} onSet={onSet} />
              <OverrideTester namespace={namespace} />
            </>
          )}
        </Stack>
        {can(`ratelimit.${namespace.id}.read_usage`) && <TopIdentifiers namespaceId={namespace.id} onSet={onSet} />}
      </Columns>
      <Card title="Check a limit from your service">
        <CodeBlock code={limitSample(namespace.name)} />
      </Card>
      {can(`ratelimit.${namespace.id}.delete_namespace`) && <NamespaceDanger namespace={namespace} />}
      {draft && (
        <OverrideDialog
          draft={draft}
          key={draft.identifier}
          namespace={namespace}
          onClose={() => setDraft(undefined)}
        />
      )}
    </Page>
  )
}
