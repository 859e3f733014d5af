import type { Case } from "./case.ts"

export const events: readonly Case[] = [
  {
    operation: "events.listEvents",
    input: () => ({ type: "api.created", limit: 5 }),
    expected: "200",
    data: () => [{ type: "api.created", actor: { type: "root_key" }, changes: { before: null } }],
  },
  {
    operation: "events.listEvents",
    input: () => ({ since: "yesterday" }),
    expected: "400 application/invalid_input",
    violations: ["body.since"],
  },
]
