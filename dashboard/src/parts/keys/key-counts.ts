import { useRead } from "../../queries.ts"
import { useCan } from "../../session.ts"

/** The operation counts the keys of this many APIs. */
const countedApis = 1_000

/** How many keys each API has, at most a minute late. Undefined if it is not known. */
export function useKeyCounts(): (apiId: string) => number | undefined {
  const isEnabled = useCan()("workspace.*.read_workspace")
  const { data } = useRead(["workspace"], (client) => client.workspaces.getWorkspace({}), {
    isEnabled,
    everyMs: 30_000,
  })
  return (apiId) => {
    if (data === undefined) return undefined
    const { keysByApi } = data.counts
    const isComplete = keysByApi.length < countedApis
    return keysByApi.find((one) => one.apiId === apiId)?.keys ?? (isComplete ? 0 : undefined)
  }
}
