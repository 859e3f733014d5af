import { steadyWindowMs } from "../harness/steady-window.ts"
import { type Case, casesOf } from "./case.ts"

export const ratelimit: readonly Case[] = [
  ...casesOf("ratelimit.limit", [
    {
      input: { namespace: "sms", identifier: "user_1", limit: 3, duration: steadyWindowMs, cost: 2 },
      data: { success: true, limit: 3, remaining: 1 },
    },
    {
      input: { namespace: "sms", identifier: "user_1", limit: 3, duration: steadyWindowMs, cost: 2 },
      data: { success: false, limit: 3, remaining: 1 },
    },
    {
      input: { namespace: "sms", identifier: "", limit: 0, duration: 1 },
      violations: ["body.duration", "body.identifier", "body.limit"],
    },
  ]),
  ...casesOf("ratelimit.multiLimit", [
    {
      input: [
        { namespace: "sms", identifier: "user_2", limit: 1, duration: steadyWindowMs },
        { namespace: "sms", identifier: "user_1", limit: 3, duration: steadyWindowMs, cost: 2 },
      ],
      data: {
        passed: false,
        limits: [
          { passed: true, remaining: 1 },
          { passed: false, remaining: 1 },
        ],
      },
    },
    { input: [], violations: ["body"] },
  ]),
  ...casesOf("ratelimit.setOverride", [
    {
      input: { namespace: "sms", identifier: "vip_*", limit: 0, duration: steadyWindowMs },
      keep: { overrideId: "overrideId" },
    },
    {
      input: { namespace: "unknown", identifier: "vip_*", limit: 0, duration: steadyWindowMs },
      refused: "404 data/ratelimit_namespace_not_found",
    },
  ]),
  ...casesOf("ratelimit.getOverride", [
    {
      input: { namespace: "sms", identifier: "vip_7" },
      data: ({ kept }) => ({ overrideId: kept.overrideId, identifier: "vip_*", limit: 0 }),
    },
    { input: { namespace: "sms", identifier: "user_1" }, refused: "404 data/ratelimit_override_not_found" },
  ]),
  ...casesOf("ratelimit.listOverrides", [
    { input: { namespace: "sms" }, data: [{ identifier: "vip_*" }] },
    { input: { namespace: "x" }, refused: "404 data/ratelimit_namespace_not_found" },
  ]),
  ...casesOf("ratelimit.deleteOverride", [
    { input: { namespace: "sms", identifier: "vip_*" }, data: {} },
    { input: { namespace: "sms", identifier: "vip_*" }, refused: "404 data/ratelimit_override_not_found" },
  ]),
  ...casesOf("ratelimit.listNamespaces", [
    { input: { limit: 1 }, data: [{ name: "email" }] },
    { as: "key", refused: "403 authorization/insufficient_permissions" },
  ]),
  ...casesOf("ratelimit.deleteNamespace", [
    { input: { namespace: "sms" }, data: {} },
    { input: { namespace: "sms" }, refused: "404 data/ratelimit_namespace_not_found" },
  ]),
  ...casesOf("ratelimit.limit", [
    {
      input: { namespace: "sms", identifier: "user_1", limit: 3, duration: steadyWindowMs },
      refused: "410 data/ratelimit_namespace_gone",
    },
  ]),
]
