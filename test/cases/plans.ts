import { type Case, casesOf } from "./case.ts"

export const plans: readonly Case[] = [
  ...casesOf("plans.createPlan", [
    {
      input: {
        name: "Team",
        description: "For teams",
        meta: { seats: 5 },
        permissions: ["documents.read"],
        ratelimits: [{ name: "requests", limit: 10, duration: 1000, autoApply: true }],
        maxKeys: 2,
        quota: { limit: 1000, interval: "monthly", overage: null },
      },
      keep: { planId: "teamPlanId" },
    },
    { input: { name: "Team" }, refused: "409 data/plan_already_exists" },
    {
      input: { name: "", maxKeys: 0, quota: { limit: -1, interval: "daily" } },
      violations: ["body.maxKeys", "body.name", "body.quota.limit"],
    },
  ]),
  ...casesOf("plans.getPlan", [
    {
      input: ({ kept }) => ({ plan: kept.teamPlanId }),
      data: {
        name: "Team",
        meta: { seats: 5 },
        permissions: ["documents.read"],
        maxKeys: 2,
        quota: { limit: 1000, interval: "monthly", overage: null },
        default: false,
      },
    },
    { input: { plan: "team" }, refused: "404 data/plan_not_found" },
  ]),
  ...casesOf("plans.listPlans", [
    { input: { search: "for teams" }, data: [{ name: "Team" }] },
    { input: { limit: 0 }, violations: ["body.limit"] },
  ]),
  ...casesOf("plans.updatePlan", [
    {
      input: { plan: "Team", maxKeys: null, meta: null, description: null, quota: { limit: 5, interval: "daily" } },
      data: { name: "Team", meta: {}, quota: { limit: 5, interval: "daily", overage: 0 } },
    },
    { input: { plan: "Team", name: "pro" }, refused: "409 data/plan_already_exists" },
    { input: { plan: "Team", default: true }, data: { default: true } },
  ]),
  ...casesOf("identities.updateIdentities", [
    { input: { identities: ["user_42"], set: { plan: "Team", enabled: true } }, data: { updated: 1 } },
    { input: { plan: "Team", set: { plan: null } }, data: { updated: 1 } },
    { input: { identities: ["user_42", "nobody"], set: {} }, refused: "404 data/identity_not_found" },
    { input: { set: {} }, violations: ["body"] },
  ]),
  ...casesOf("plans.deletePlan", [
    { input: { plan: "Team" }, refused: "412 application/precondition_failed" },
    { input: { plan: "pro" }, data: {} },
  ]),
]
