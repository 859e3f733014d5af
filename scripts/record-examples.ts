// `bun scripts/record-examples.ts`: sends the example of every operation to a real server, and writes the responses
// into the OpenAPI document. A test fails if one is out of date.
import { recordExamples } from "../test/examples/record.ts"

const path = "src/http/openapi/response-examples.gen.json"
await Bun.write(path, `${JSON.stringify(await recordExamples(), null, 2)}\n`)
process.stdout.write(`wrote ${path}\n`)
process.exit()
