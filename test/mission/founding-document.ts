import { expect } from "bun:test"
import { serveFounding } from "../conformance/founding.ts"
import type { EngineName, Reply } from "../harness.ts"

/** The tests beside this file: one per statement of the document the service was built from, named by its section. */

export const docsBase = "https://docs.example.com"
export const errors = `${docsBase}/api-reference/errors-v2/service`

export const workspaceDisabled = {
  status: 403,
  error: {
    title: "Forbidden",
    status: 403,
    type: `${errors}/authorization/workspace_disabled`,
    detail: expect.stringMatching(/workspace tied to this API key is disabled/),
  },
}

export const identityNotFound = {
  status: 404,
  error: {
    title: "Not Found",
    status: 404,
    type: `${errors}/data/identity_not_found`,
    detail: expect.stringMatching(/requested identity could not be found/),
  },
}

export const refusal = (code: string) => ({
  status: 403,
  error: { title: "Forbidden", status: 403, type: `${errors}/${code}`, detail: expect.stringMatching(/./) },
})

export const errorOf = ({ status, body }: Reply) => ({ status, error: body.error })

/** Its calls, on a server with its own pages of errors. */
export function serveDocument(engine: EngineName) {
  const calls = serveFounding(engine, { KEYWARD_DOCS_BASE: docsBase })
  return {
    ...calls,
    furnish: calls.furnishWithKeys,
    whoami: (key: string) => calls.post("/v2/keys.whoami", key),
  }
}
