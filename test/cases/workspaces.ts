import type { Case } from "./case.ts"

export const workspaces: readonly Case[] = [
  {
    operation: "workspaces.createWorkspace",
    as: "operator",
    input: () => ({ name: "Second" }),
    expected: "200",
    keep: { workspaceId: "secondWorkspaceId", rootKey: "secondRootKey" },
  },
  {
    operation: "workspaces.createWorkspace",
    input: () => ({ name: "x" }),
    expected: "403 authorization/insufficient_permissions",
  },
  {
    operation: "workspaces.getWorkspace",
    expected: "200",
    data: ({ workspaceId }) => ({ id: workspaceId, enabled: true }),
  },
  {
    operation: "workspaces.getWorkspace",
    input: ({ kept }) => ({ workspaceId: kept.secondWorkspaceId }),
    expected: "404 data/workspace_not_found",
  },
  {
    operation: "workspaces.updateWorkspace",
    as: "operator",
    input: ({ kept }) => ({ workspaceId: kept.secondWorkspaceId, name: "Renamed", limits: { keys: 5 } }),
    expected: "200",
    data: () => ({ name: "Renamed", limits: { keys: 5, requestsPerMinute: null, onExceeded: "reject" } }),
  },
  {
    operation: "workspaces.updateWorkspace",
    as: "operator",
    input: ({ kept }) => ({ workspaceId: kept.secondWorkspaceId, limits: { keys: -1 }, nmae: "x" }),
    expected: "400 application/invalid_input",
    violations: ["body.limits.keys", "body.nmae"],
  },
  {
    operation: "workspaces.listWorkspaces",
    as: "operator",
    input: () => ({ search: "Renamed", limit: 1 }),
    expected: "200",
    data: () => [{ name: "Renamed" }],
  },
  { operation: "workspaces.listWorkspaces", expected: "403 authorization/insufficient_permissions" },
  {
    operation: "workspaces.deleteWorkspace",
    as: "operator",
    input: ({ kept }) => ({ workspaceId: kept.secondWorkspaceId }),
    expected: "412 application/precondition_failed",
  },
  {
    operation: "workspaces.disableWorkspace",
    as: "operator",
    input: ({ kept }) => ({ workspaceId: kept.secondWorkspaceId, reason: "unpaid_billing" }),
    expected: "200",
    data: () => ({ enabled: false, disabledReason: "unpaid_billing" }),
  },
  {
    operation: "workspaces.disableWorkspace",
    as: "operator",
    input: ({ kept }) => ({ workspaceId: kept.secondWorkspaceId, reason: "whim" }),
    expected: "400 application/invalid_input",
    violations: ["body.reason"],
  },
  {
    operation: "workspaces.enableWorkspace",
    as: "operator",
    input: ({ kept }) => ({ workspaceId: kept.secondWorkspaceId }),
    expected: "200",
    data: () => ({ enabled: true }),
  },
  {
    operation: "workspaces.enableWorkspace",
    as: "operator",
    input: () => ({ workspaceId: "ws_unknown" }),
    expected: "404 data/workspace_not_found",
  },
  {
    operation: "workspaces.disableWorkspace",
    as: "operator",
    input: ({ kept }) => ({ workspaceId: kept.secondWorkspaceId, reason: "account_closure" }),
    expected: "200",
  },
  {
    operation: "workspaces.deleteWorkspace",
    as: "operator",
    input: ({ kept }) => ({ workspaceId: kept.secondWorkspaceId }),
    expected: "200",
    data: () => ({}),
  },
]
