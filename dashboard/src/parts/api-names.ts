import type { Api } from "@keyward/client"
import { useRead } from "../queries.ts"

/** The first hundred APIs by name, for lists and for the names of APIs beside their ids. */
export function useApis() {
  return useRead(["api-names"], async (client) => client.apis.listApis({ limit: 100 }))
}

/** The name of an API. Until it is known, the beginning of its id, about as long as a name. */
export function nameOfApi(apis: readonly Api[] | undefined, apiId: string): string {
  if (apis === undefined) return `${apiId.slice(0, 12)}…`
  return apis.find(({ id }) => id === apiId)?.name ?? apiId
}
