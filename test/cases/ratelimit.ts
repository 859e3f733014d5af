import { steadyWindowMs } from "../steady-window.ts"
import type { Case } from "./case.ts"

export const ratelimit: readonly Case[] = [
  {
    operation: "ratelimit.limit",
    input: () => ({ namespace: "sms", identifier: "user_1", limit: 3, duration: steadyWindowMs, cost: 2 }),
    expected: "200",
    data: () => ({ success: true, limit: 3, remaining: 1 }),
  },
  {
    operation: "ratelimit.limit",
    input: () => ({ namespace: "sms", identifier: "user_1", limit: 3, duration: steadyWindowMs, cost: 2 }),
    expected: "200",
    data: () => ({ success: false, limit: 3, remaining: 1 }),
  },
  {
    operation: "ratelimit.limit",
    input: () => ({ namespace: "sms", identifier: "", limit: 0, duration: 1 }),
    expected: "400 application/invalid_input",
    violations: ["body.duration", "body.identifier", "body.limit"],
  },
  {
    operation: "ratelimit.multiLimit",
    input: () => [
      { namespace: "sms", identifier: "user_2", limit: 1, duration: steadyWindowMs },
      { namespace: "sms", identifier: "user_1", limit: 3, duration: steadyWindowMs, cost: 2 },
    ],
    expected: "200",
    data: () => ({
      passed: false,
      limits: [
        { passed: true, remaining: 1 },
        { passed: false, remaining: 1 },
      ],
    }),
  },
  {
    operation: "ratelimit.multiLimit",
    input: () => [],
    expected: "400 application/invalid_input",
    violations: ["body"],
  },
  {
    operation: "ratelimit.setOverride",
    input: () => ({ namespace: "sms", identifier: "vip_*", limit: 0, duration: steadyWindowMs }),
    expected: "200",
    keep: { overrideId: "overrideId" },
  },
  {
    operation: "ratelimit.setOverride",
    input: () => ({ namespace: "unknown", identifier: "vip_*", limit: 0, duration: steadyWindowMs }),
    expected: "404 data/ratelimit_namespace_not_found",
  },
  {
    operation: "ratelimit.getOverride",
    input: () => ({ namespace: "sms", identifier: "vip_7" }),
    expected: "200",
    data: ({ kept }) => ({ overrideId: kept.overrideId, identifier: "vip_*", limit: 0 }),
  },
  {
    operation: "ratelimit.getOverride",
    input: () => ({ namespace: "sms", identifier: "user_1" }),
    expected: "404 data/ratelimit_override_not_found",
  },
  {
    operation: "ratelimit.listOverrides",
    input: () => ({ namespace: "sms" }),
    expected: "200",
    data: () => [{ identifier: "vip_*" }],
  },
  {
    operation: "ratelimit.listOverrides",
    input: () => ({ namespace: "x" }),
    expected: "404 data/ratelimit_namespace_not_found",
  },
  {
    operation: "ratelimit.deleteOverride",
    input: () => ({ namespace: "sms", identifier: "vip_*" }),
    expected: "200",
    data: () => ({}),
  },
  {
    operation: "ratelimit.deleteOverride",
    input: () => ({ namespace: "sms", identifier: "vip_*" }),
    expected: "404 data/ratelimit_override_not_found",
  },
  {
    operation: "ratelimit.listNamespaces",
    input: () => ({ limit: 1 }),
    expected: "200",
    data: () => [{ name: "email" }],
  },
  { operation: "ratelimit.listNamespaces", as: "key", expected: "403 authorization/insufficient_permissions" },
  { operation: "ratelimit.deleteNamespace", input: () => ({ namespace: "sms" }), expected: "200", data: () => ({}) },
  {
    operation: "ratelimit.deleteNamespace",
    input: () => ({ namespace: "sms" }),
    expected: "404 data/ratelimit_namespace_not_found",
  },
  {
    operation: "ratelimit.limit",
    input: () => ({ namespace: "sms", identifier: "user_1", limit: 3, duration: steadyWindowMs }),
    expected: "410 data/ratelimit_namespace_gone",
  },
]
