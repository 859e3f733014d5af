// `bun scripts/record-examples.ts`: sends the example of every operation to a real server, and writes the responses
// into the OpenAPI document, and the events into the samples of webhooks. A test fails if one is out of date.
import { recordExamples } from "../test/examples/record.ts"

const { responses, events } = await recordExamples()
const files = {
  "src/http/openapi/response-examples.gen.json": responses,
  "src/core/event-samples.gen.json": events,
}
for (const [path, content] of Object.entries(files)) {
  await Bun.write(path, `${JSON.stringify(content, null, 2)}\n`)
  process.stdout.write(`wrote ${path}\n`)
}
process.exit()
