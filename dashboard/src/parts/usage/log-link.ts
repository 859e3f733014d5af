import { linkOptions } from "@tanstack/react-router"
import { formatRange, type Range } from "../../range.ts"
import { useWorkspace } from "../../session.ts"
import type { LogLink } from "./chart-series.ts"

/** An object whose verifications a chart shows. */
export interface LogOwner {
  readonly type: "api" | "key" | "customer"
  readonly id: string
}

/** The link to the log of a time and an outcome. A key and a customer have their own log, on their page. */
export function useLogLink(owner: LogOwner | undefined) {
  const { workspaceId } = useWorkspace()
  return (range: Range, code: string | undefined): LogLink => {
    const search = { range: formatRange(range), ...(code !== undefined && { code }) }
    if (owner?.type === "key") {
      return linkOptions({
        to: "/w/$workspaceId/keys/$keyId",
        params: { workspaceId, keyId: owner.id },
        search: { ...search, tab: "verifications" },
      })
    }
    if (owner?.type === "customer") {
      return linkOptions({
        to: "/w/$workspaceId/customers/$identityId",
        params: { workspaceId, identityId: owner.id },
        search: { ...search, tab: "verifications" },
      })
    }
    return linkOptions({
      to: "/w/$workspaceId/verifications",
      params: { workspaceId },
      search: { ...search, ...(owner && { api: owner.id }) },
    })
  }
}
