import { expect } from "bun:test"
import { loadResponseExamples } from "../../src/http/openapi/response-examples.ts"

/** The document of a server holds the recorded responses. */
export async function expectExamples(url: string): Promise<void> {
  const document = await (await fetch(`${url}/openapi.json`)).json()
  const { "keys.verifyKey": recorded } = await loadResponseExamples()
  const { 200: success } = document.paths["/v2/keys.verifyKey"].post.responses
  expect(success.content["application/json"].example).toEqual(recorded)
}
