import type { RootKey } from "@keyward/client"
import { useRead } from "../../queries.ts"
import { useCan, useWorkspace } from "../../session.ts"

/** The root keys of the workspace, for their names. One read for all rows of all lists. Undefined while they load. */
export function useRootKeys(): readonly RootKey[] | undefined {
  const can = useCan()
  const { enabled } = useWorkspace()
  const { data, isLoading } = useRead(["root-keys", "names"], (client) => client.rootKeys.listRootKeys({}), {
    isEnabled: enabled && can("root_key.*.read_root_key"),
  })
  return isLoading ? undefined : (data ?? [])
}
