import type { Plan } from "@keyward/client"
import { useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useAddress } from "../address.ts"
import { usePageTitle } from "../page-title.ts"
import { Failure } from "../parts/failure.tsx"
import { useSearchText } from "../parts/keys/search-text.ts"
import { PlanLink } from "../parts/links.tsx"
import { planSummary } from "../parts/plans/plan-words.ts"
import { useList } from "../queries.ts"
import { useCan, useWorkspace } from "../session.ts"
import { Badge } from "../ui/badge.tsx"
import { Button } from "../ui/button.tsx"
import { Card } from "../ui/card.tsx"
import { CodeBlock } from "../ui/code.tsx"
import { Count } from "../ui/count.tsx"
import { SearchInput } from "../ui/field.tsx"
import { counted, visibleText } from "../ui/format.ts"
import { Nothing } from "../ui/nothing.tsx"
import { Page } from "../ui/page.tsx"
import { Empty, SkeletonLines } from "../ui/states.tsx"
import { type Column, Table } from "../ui/table.tsx"
import { Ago } from "../ui/time.tsx"
import { MoreRows, Toolbar } from "../ui/toolbar.tsx"
import { CreatePlanDialog } from "./plans/create-plan-dialog.tsx"

export default function PlansPage() {
  usePageTitle("Plans")
  const { search, change } = useAddress()
  const { text, setText, query, isPrivate } = useSearchText()
  const plans = useList(
    ["plan-list", query],
    (client, page) => client.plans.listPlans({ search: query, limit: 50, ...page }),
    { everyMs: 15_000, isPrivate },
  )
  const { items, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = plans
  const mayCreate = useCan()("plan.*.create_plan")
  const create = mayCreate && (
    <Button icon="plus" onClick={() => change({ create: "yes" })} variant="primary">
      Create plan
    </Button>
  )
  const isEmpty = items?.length === 0 && query === ""
  return (
    <Page actions={!isEmpty && create} title="Plans">
      {!isEmpty && (
        <Toolbar>
          <SearchInput label="Search plans" onChange={setText} placeholder="Name of a plan, or plan_…" value={text} />
        </Toolbar>
      )}
      {items === undefined ? (
        <Card isFlush>{error ? <Failure error={error} onRetry={() => refetch()} /> : <SkeletonLines count={4} />}</Card>
      ) : items.length === 0 ? (
        <Card>
          {isEmpty ? <NoPlans actions={create} /> : <Empty title="No plan matches">Try a shorter search.</Empty>}
        </Card>
      ) : (
        <>
          <PlanTable isStale={plans.isPlaceholderData} plans={items} />
          <MoreRows
            hasMore={hasNextPage}
            isLoading={isFetchingNextPage}
            onMore={() => fetchNextPage()}
            shown={counted(items.length, "plan")}
          />
        </>
      )}
      {search.create === "yes" && mayCreate && <CreatePlanDialog onClose={() => change({ create: "" })} />}
    </Page>
  )
}

function NoPlans({ actions }: { readonly actions: ReactNode }) {
  return (
    <Empty actions={actions} title="No plans yet">
      A plan says once what many customers get: permissions, limits, a quota and how many keys. Change it, and all of
      them have the change at once. A customer without a plan has only what you give it yourself.
      <CodeBlock code="keyward plans create free --quota 1000/month --default --yes" />
    </Empty>
  )
}

const columns: readonly Column<Plan>[] = [
  {
    key: "name",
    title: "Plan",
    role: "main",
    cell: ({ id, name }) => <PlanLink id={id} name={name} />,
  },
  {
    key: "default",
    title: "Default",
    isPlain: true,
    cell: (plan) => (plan.default ? <Badge tone="info">Default</Badge> : <Nothing />),
  },
  { key: "gives", title: "Gives", cell: (plan) => planSummary(plan) || <Nothing /> },
  {
    key: "description",
    title: "Description",
    isWideOnly: true,
    wraps: true,
    cell: ({ description }) => (description ? visibleText(description) : <Nothing />),
  },
  {
    key: "customers",
    title: "Customers",
    align: "end",
    cell: ({ identities }) => (identities === undefined ? "–" : <Count value={identities} />),
  },
  {
    key: "created",
    title: "Created",
    align: "end",
    isWideOnly: true,
    cell: ({ createdAt }) => <Ago time={createdAt} />,
  },
]

function PlanTable({ plans, isStale }: { readonly plans: readonly Plan[]; readonly isStale: boolean }) {
  const { workspaceId } = useWorkspace()
  const navigate = useNavigate()
  return (
    <Table
      columns={columns}
      isStale={isStale}
      label="Plans"
      onOpen={({ id }) => navigate({ to: "/w/$workspaceId/plans/$planId", params: { workspaceId, planId: id } })}
      rowKey={({ id }) => id}
      rows={plans}
    />
  )
}
