import { expect, test } from "bun:test"
import { loadResponseExamples } from "../../src/http/openapi/response-examples.ts"
import { recordExamples } from "./record.ts"

/** every-operation.test.ts sends the same requests on both engines. */
test("the reference shows what a server returns: `bun scripts/record-examples.ts` would change nothing", async () => {
  expect(await recordExamples()).toEqual(await loadResponseExamples())
})
