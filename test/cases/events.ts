import { type Case, casesOf } from "./case.ts"

export const events: readonly Case[] = [
  ...casesOf("events.listEvents", [
    {
      input: { type: "api.created", limit: 5 },
      data: [{ type: "api.created", actor: { type: "root_key" }, changes: { before: null } }],
    },
    { input: { since: "yesterday" }, violations: ["body.since"] },
    { input: { types: ["api.*"], limit: 1 }, data: [{ type: "api.created" }] },
    { input: { types: ["apis.*"] }, violations: ["body.types[0]"] },
    { input: { types: ["*"], type: "api.created" }, violations: ["body.types"] },
    { input: { after: "evt_1CAiZx1YPnJZtcPxTdBGPS" }, refused: "404 data/event_not_found" },
  ]),
  ...casesOf("events.getEvent", [
    {
      input: ({ otherIds: { eventId } }) => ({ eventId }),
      data: { type: "key.created", changes: { before: null } },
    },
    { input: { eventId: "evt_1CAiZx1YPnJZtcPxTdBGPS" }, refused: "404 data/event_not_found" },
    { input: {}, violations: ["body.eventId"] },
  ]),
  ...casesOf("events.verifyChain", [
    { data: { intact: true } },
    { input: { cursor: "x" }, violations: ["body.cursor"] },
  ]),
]
