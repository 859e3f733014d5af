import { type Case, casesOf } from "./case.ts"

export const events: readonly Case[] = [
  ...casesOf("events.listEvents", [
    {
      input: { type: "api.created", limit: 5 },
      data: [{ type: "api.created", actor: { type: "root_key" }, changes: { before: null } }],
    },
    { input: { since: "yesterday" }, violations: ["body.since"] },
  ]),
  ...casesOf("events.verifyChain", [
    { data: { intact: true } },
    { input: { cursor: "x" }, violations: ["body.cursor"] },
  ]),
]
