import { expect, test } from "bun:test"
import { sampleEvent, slackBody } from "./webhook-body.ts"

const event = {
  type: "key.created",
  actor: { type: "root_key", id: "rk_1" } as const,
  resources: [{ type: "key", id: "key_1", name: "Payments" }],
}

test("a message for Slack is one line that says what, and by whom", () => {
  expect(JSON.parse(slackBody(event))).toEqual({ text: "key.created: Payments (key_1), by rk_1" })
  const actor = { type: "user", id: "usr_1", name: "Grace", sessionId: "ses_1" } as const
  expect(JSON.parse(slackBody({ ...event, actor, resources: [] }))).toEqual({ text: "key.created:, by Grace" })
})

test("names are the text of strangers: no markup, no mention, no second line", () => {
  const resources = [{ type: "key", id: "key_1", name: "<!channel>\n\u202e<https://evil.example|open> & more" }]
  const { text } = JSON.parse(slackBody({ ...event, resources }))
  expect(text).toBe("key.created: &lt;!channel&gt; &lt;https://evil.example|open&gt; &amp; more (key_1), by rk_1")
  const actor = { type: "user", id: "usr_1", name: "<!here>", sessionId: "ses_1" } as const
  expect(JSON.parse(slackBody({ ...event, actor })).text).not.toContain("<")
})

test("a sample has the form of an event", () => {
  const sample = sampleEvent({ eventId: "evt_1", type: "root_key.created", workspaceId: "ws_1", now: 5 })
  expect(sample).toMatchObject({ eventId: "evt_1", time: 5, resources: [{ type: "root_key" }] })
})

test("a notice is by nobody, and says of how many objects it is", () => {
  const notice = { ...event, type: "key.expired", actor: { type: "system", id: "notice" } as const }
  const textFor = (count?: number) => JSON.parse(slackBody({ ...notice, changes: { after: { count } } })).text
  expect([textFor(), textFor(1), textFor(4)]).toEqual([
    "key.expired: Payments (key_1)",
    "key.expired: Payments (key_1)",
    "key.expired: Payments (key_1) and 3 more",
  ])
  expect(sampleEvent({ eventId: "evt_1", type: "key.expired", workspaceId: "ws_1", now: 5 }).actor.id).toBe("notice")
})
