import type { Webhook } from "@keyward/client"
import { Link, useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useAddress } from "../address.ts"
import { usePageTitle } from "../page-title.ts"
import { Failure } from "../parts/failure.tsx"
import { useSearchText } from "../parts/keys/search-text.ts"
import { WhoMay } from "../parts/people/who-may.tsx"
import { HealthBadge, HealthText } from "../parts/webhooks/health-badge.tsx"
import { shownTarget, webhookName } from "../parts/webhooks/webhook-name.ts"
import { useWebhookOwner } from "../parts/webhooks/webhook-owner.ts"
import { useList } from "../queries.ts"
import { useCan } from "../session.ts"
import { Button } from "../ui/button.tsx"
import { Card } from "../ui/card.tsx"
import { CodeBlock } from "../ui/code.tsx"
import { Mono } from "../ui/copy.tsx"
import { SearchInput } from "../ui/field.tsx"
import { counted } from "../ui/format.ts"
import { Page } from "../ui/page.tsx"
import { Empty, SkeletonLines } from "../ui/states.tsx"
import { type Column, Table } from "../ui/table.tsx"
import { Ago } from "../ui/time.tsx"
import { MoreRows, Toolbar } from "../ui/toolbar.tsx"
import { CreateWebhookDialog } from "./webhooks/create-webhook-dialog.tsx"
import css from "./webhooks/webhooks.module.css"

/** The endpoints that receive events of this workspace or of the installation, and how delivery to each is going. */
export default function WebhooksPage() {
  const { isInstallation, scope } = useWebhookOwner()
  const title = isInstallation ? "Webhooks of the installation" : "Webhooks"
  usePageTitle(title)
  const { search, change } = useAddress()
  const { text, setText, query, isPrivate } = useSearchText()
  const webhooks = useList(
    ["webhook-list", query],
    (client, page) => client.webhooks.listWebhooks({ ...scope, limit: 50, ...(query && { search: query }), ...page }),
    { everyMs: 10_000, isPrivate },
  )
  const { items, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = webhooks
  const can = useCan()
  const mayCreate = can("webhook.*.create_webhook") && can("event.*.read_event")
  const create = mayCreate && (
    <Button icon="plus" onClick={() => change({ create: "yes" })} variant="primary">
      Create webhook
    </Button>
  )
  const isEmpty = items?.length === 0 && query === ""
  return (
    <Page
      about={isInstallation && "They receive events about users and sessions. Each workspace has webhooks of its own."}
      actions={!isEmpty && create}
      title={title}
    >
      {!isEmpty && (
        <Toolbar>
          <SearchInput
            label="Search webhooks"
            onChange={setText}
            placeholder="Host, description, or whk_…"
            value={text}
          />
        </Toolbar>
      )}
      {items === undefined ? (
        <Card isFlush>{error ? <Failure error={error} onRetry={() => refetch()} /> : <SkeletonLines count={4} />}</Card>
      ) : items.length === 0 ? (
        <Card>
          {isEmpty ? <NoWebhooks actions={create} /> : <Empty title="No webhook matches">Try a shorter search.</Empty>}
        </Card>
      ) : (
        <>
          <WebhookTable isStale={webhooks.isPlaceholderData} webhooks={items} />
          <MoreRows
            hasMore={hasNextPage}
            isLoading={isFetchingNextPage}
            onMore={() => fetchNextPage()}
            shown={counted(items.length, "webhook")}
          />
        </>
      )}
      <WhoMay needs="webhook.*.create_webhook" />
      {search.create === "yes" && mayCreate && <CreateWebhookDialog onClose={() => change({ create: "" })} />}
    </Page>
  )
}

function NoWebhooks({ actions }: { readonly actions: ReactNode }) {
  if (useWebhookOwner().isInstallation) {
    return (
      <Empty actions={actions} title="No webhooks yet">
        A webhook of the installation tells your systems, or a channel in Slack, what happens to people: somebody signed
        in, a sign-in was refused, a user became an operator. Events of workspaces go to the webhooks of each workspace.
        <CodeBlock code="keyward webhooks create https://hooks.example/people --types 'user.*,session.*' --workspace installation" />
      </Empty>
    )
  }
  return (
    <Empty actions={actions} title="No webhooks yet">
      A webhook tells your systems, or a channel in Slack, as soon as something changes here: a key was created, a
      customer was disabled, a root key was deleted. Keyward signs each request, and repeats it until your endpoint
      accepts it.
      <CodeBlock code="keyward webhooks create https://hooks.example/keyward --types 'key.*'" />
    </Empty>
  )
}

const columns: readonly Column<Webhook>[] = [
  {
    key: "name",
    title: "Webhook",
    role: "main",
    share: 40,
    cell: (webhook) => <Target webhook={webhook} />,
  },
  {
    key: "health",
    title: "Health",
    isPlain: true,
    cell: (webhook) => (
      <span className={css.health}>
        <HealthBadge webhook={webhook} />
        <span className={css.note}>
          <HealthText webhook={webhook} />
        </span>
      </span>
    ),
  },
  { key: "types", title: "Events", cell: ({ types }) => <Selection types={types} /> },
  { key: "format", title: "Format", cell: ({ format }) => (format === "slack" ? "Chat message" : "Signed JSON") },
  {
    key: "created",
    title: "Created",
    align: "end",
    isWideOnly: true,
    cell: ({ createdAt }) => <Ago time={createdAt} />,
  },
]

function Target({ webhook }: { readonly webhook: Webhook }) {
  const { page } = useWebhookOwner()
  const name = webhookName(webhook)
  const target = shownTarget(webhook)
  return (
    <span className={css.target}>
      <Link {...page(webhook.webhookId)}>{name}</Link>
      <span className={css.url}>{target}</span>
    </span>
  )
}

const mostShown = 2

/** "key.*, identity.* +3" */
function Selection({ types }: Pick<Webhook, "types">) {
  if (types.includes("*")) return "Everything"
  const more = types.length - mostShown
  return <Mono>{types.slice(0, mostShown).join(", ") + (more > 0 ? ` +${more}` : "")}</Mono>
}

function WebhookTable({ webhooks, isStale }: { readonly webhooks: readonly Webhook[]; readonly isStale: boolean }) {
  const { page } = useWebhookOwner()
  const navigate = useNavigate()
  return (
    <Table
      columns={columns}
      isStale={isStale}
      label="Webhooks"
      onOpen={({ webhookId }) => navigate(page(webhookId))}
      rowKey={({ webhookId }) => webhookId}
      rows={webhooks}
    />
  )
}
