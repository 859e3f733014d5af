import { expect, test } from "bun:test"
import eventSamples from "../../src/core/event-samples.gen.json"
import { loadResponseExamples } from "../../src/http/openapi/response-examples.ts"
import { recordExamples } from "./record.ts"

/** every-operation.test.ts sends the same requests on PostgreSQL. */
test("the reference shows what a server returns: `bun scripts/record-examples.ts` would change nothing", async () => {
  const { responses, events } = await recordExamples()
  expect(responses).toEqual(await loadResponseExamples())
  expect(events).toEqual(eventSamples)
})
