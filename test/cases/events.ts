import { casesOf } from "./case.ts"

export const events = casesOf("events.listEvents", [
  {
    input: { type: "api.created", limit: 5 },
    data: [{ type: "api.created", actor: { type: "root_key" }, changes: { before: null } }],
  },
  { input: { since: "yesterday" }, violations: ["body.since"] },
])
