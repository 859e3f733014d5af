import { incident, incidentInput } from "../contract/incident.ts"
import { query } from "./operation.ts"
import { readIncident } from "./shared/incident/read-incident.ts"
import { usageRight } from "./shared/usage/usage-rights.ts"

export const getIncident = query({
  name: "usage.getIncident",
  title: "Explain refusals",
  summary:
    "Explain why a key or a customer was refused: since when, which change it came from, whom else it touched, and what ends it.",
  callers: ["operator", "root_key"],
  needs: [],
  mayNeed: [usageRight],
  input: incidentInput,
  output: incident,
  errors: ["data/workspace_not_found", "data/key_not_found", "data/identity_not_found"],
  example: {
    workspaceId: "ws_1CAiZx1YPnJZtcPxTdBGPS",
    identity: "user_42",
    from: 1_767_225_600_000,
    to: 1_767_312_000_000,
  },
  run: readIncident,
})
