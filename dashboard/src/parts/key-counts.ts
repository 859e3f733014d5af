import { useRead } from "../queries.ts"
import { useCan } from "../session.ts"

/** How many keys each API has, at most a minute late. Undefined until it is known. */
export function useKeyCounts(): (apiId: string) => number | undefined {
  const isEnabled = useCan()("workspace.*.read_workspace")
  const { data } = useRead(["workspace"], (client) => client.workspaces.getWorkspace({}), {
    isEnabled,
    everyMs: 30_000,
  })
  return (apiId) => data && (data.counts.keysByApi.find((one) => one.apiId === apiId)?.keys ?? 0)
}
