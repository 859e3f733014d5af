import type { ContextWith } from "../../context.ts"

interface CheckedLimit {
  readonly namespaceId: string
  readonly identifier: string
  readonly passed: boolean
}

export function recordLimit(
  { usage, workspace, now }: ContextWith<"usage" | "workspace" | "now">,
  { namespaceId, identifier, passed }: CheckedLimit,
): void {
  usage.limitChecked({ workspaceId: workspace.id, namespaceId, identifier, passed, now })
}
