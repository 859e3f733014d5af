import type { Node } from "@keyward/client"
import { usePageTitle } from "../page-title.ts"
import { Load } from "../parts/load.tsx"
import { useRead } from "../queries.ts"
import { Badge } from "../ui/badge.tsx"
import { Copyable } from "../ui/copy.tsx"
import { Count } from "../ui/count.tsx"
import { formatBytes, visibleText } from "../ui/format.ts"
import { Page } from "../ui/page.tsx"
import { Banner } from "../ui/states.tsx"
import { type Column, Table } from "../ui/table.tsx"
import { Ago } from "../ui/time.tsx"

/** The processes of this installation, as they are now. */
export default function NodesPage() {
  usePageTitle("Nodes")
  const query = useRead(["nodes"], (client) => client.nodes.listNodes({}), { everyMs: 2_000 })
  return (
    <Page count={query.data?.length} title="Nodes">
      <Load query={query}>
        {(nodes) => (
          <>
            <VersionNotice nodes={nodes} />
            <Table columns={columns} label="Nodes" rowKey={({ nodeId }) => nodeId} rows={nodes} />
          </>
        )}
      </Load>
    </Page>
  )
}

/** Lost leases are above every page of operators. */
function VersionNotice({ nodes }: { readonly nodes: readonly Node[] }) {
  const versions = [...new Set(nodes.map(({ version }) => version))]
  if (versions.length < 2) return null
  return (
    <Banner tone="info">
      The nodes run different versions: {versions.join(", ")}. That is fine during an upgrade; finish it.
    </Banner>
  )
}

const columns: readonly Column<Node>[] = [
  {
    key: "host",
    title: "Node",
    role: "main",
    cell: ({ host, nodeId, isCurrent }) => (
      <>
        <b>{visibleText(host ?? nodeId)}</b>{" "}
        {isCurrent && <Badge title="This node answered your request.">This node</Badge>}
      </>
    ),
  },
  { key: "id", title: "Id", cell: ({ nodeId }) => <Copyable value={nodeId} what="node id" /> },
  { key: "version", title: "Version", cell: ({ version }) => version },
  { key: "lease", title: "Lease", cell: (node) => <Lease node={node} /> },
  { key: "lag", title: "Lag", align: "end", cell: (node) => <Lag node={node} /> },
  {
    key: "rate",
    title: "Verifications/s",
    align: "end",
    cell: ({ verificationsPerSecond: rate }) =>
      rate === undefined ? "–" : <Count value={Math.round(rate * 10) / 10} />,
  },
  {
    key: "memory",
    title: "Memory",
    align: "end",
    cell: ({ memory }) => (memory === undefined ? "–" : formatBytes(memory)),
  },
  { key: "started", title: "Started", align: "end", cell: ({ startedAt }) => <Ago time={startedAt} /> },
]

function Lease({ node: { lease } }: { readonly node: Node }) {
  if (lease === undefined)
    return <Badge title="The embedded database has one node, which needs no lease.">Not needed</Badge>
  return lease.valid ? <Badge tone="good">Valid</Badge> : <Badge tone="bad">Lost</Badge>
}

function Lag({ node: { lag } }: { readonly node: Node }) {
  if (lag === undefined) return <>–</>
  if (lag === 0) return <>0</>
  return (
    <Badge title="Changes that have not reached this node yet." tone="warn">
      {lag} changes
    </Badge>
  )
}
