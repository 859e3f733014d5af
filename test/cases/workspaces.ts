import { type Case, casesOf } from "./case.ts"

export const workspaces: readonly Case[] = [
  ...casesOf("workspaces.createWorkspace", [
    { as: "operator", input: { name: "Second" }, keep: { workspaceId: "secondWorkspaceId", rootKey: "secondRootKey" } },
    { input: { name: "x" }, refused: "403 authorization/insufficient_permissions" },
  ]),
  ...casesOf("workspaces.getWorkspace", [
    { data: ({ workspaceId }) => ({ id: workspaceId, enabled: true }) },
    { input: ({ kept }) => ({ workspaceId: kept.secondWorkspaceId }), refused: "404 data/workspace_not_found" },
  ]),
  ...casesOf("workspace.getLimits", [
    { data: { apiRequestsCountMaxPerMinute: { limit: null }, logdrainsMax: { limit: 0, current: 0 } } },
    { input: ({ kept }) => ({ workspaceId: kept.secondWorkspaceId }), refused: "404 data/workspace_not_found" },
  ]),
  ...casesOf("workspace.getUsage", [
    {
      input: { period: { year: 2020, month: 1 } },
      data: { totals: { api: { verifications: 0, ratelimits: 0 } }, breakdowns: { byApp: [] } },
    },
    { input: { period: { year: 9999, month: 1 } }, violations: ["body.period"] },
  ]),
  ...casesOf("workspaces.updateWorkspace", [
    {
      as: "operator",
      input: ({ kept }) => ({ workspaceId: kept.secondWorkspaceId, name: "Renamed", limits: { keys: 5 } }),
      data: { name: "Renamed", limits: { keys: 5, requestsPerMinute: null, onExceeded: "reject" } },
    },
    {
      as: "operator",
      input: ({ kept }) => ({ workspaceId: kept.secondWorkspaceId, limits: { keys: -1 }, nmae: "x" }),
      violations: ["body.limits.keys", "body.nmae"],
    },
  ]),
  ...casesOf("workspaces.listWorkspaces", [
    { as: "operator", input: { search: "Renamed", limit: 1 }, data: [{ name: "Renamed" }] },
    { refused: "403 authorization/insufficient_permissions" },
  ]),
  ...casesOf("workspaces.deleteWorkspace", [
    {
      as: "operator",
      input: ({ kept }) => ({ workspaceId: kept.secondWorkspaceId }),
      refused: "412 application/precondition_failed",
    },
  ]),
  ...casesOf("workspaces.disableWorkspace", [
    {
      as: "operator",
      input: ({ kept }) => ({ workspaceId: kept.secondWorkspaceId, reason: "unpaid_billing" }),
      data: { enabled: false, disabledReason: "unpaid_billing" },
    },
    {
      as: "operator",
      input: ({ kept }) => ({ workspaceId: kept.secondWorkspaceId, reason: "whim" }),
      violations: ["body.reason"],
    },
  ]),
  ...casesOf("workspaces.enableWorkspace", [
    { as: "operator", input: ({ kept }) => ({ workspaceId: kept.secondWorkspaceId }), data: { enabled: true } },
    { as: "operator", input: { workspaceId: "ws_unknown" }, refused: "404 data/workspace_not_found" },
  ]),
  ...casesOf("workspaces.disableWorkspace", [
    {
      as: "operator",
      input: ({ kept }) => ({ workspaceId: kept.secondWorkspaceId, reason: "account_closure" }),
    },
  ]),
  ...casesOf("workspaces.deleteWorkspace", [
    {
      as: "operator",
      input: ({ kept }) => ({ workspaceId: kept.secondWorkspaceId }),
      data: {},
    },
  ]),
]
