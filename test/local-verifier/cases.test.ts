import { beforeAll, describe, expect, test } from "bun:test"
import type { KeysVerifyKeyInput } from "@keyward/client"
import { createLocalVerifier, type LocalVerifier } from "../../sdk/src/local.ts"
import { type CaseWorld, type Outcome, valueIn } from "../cases/case.ts"
import { drivers } from "../cases/drivers.ts"
import { verification } from "../cases/verification.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { until } from "../harness/until.ts"
import { createWorld } from "../harness/world.ts"

/** The shared cases of verifications, through the local verifier. */

const neverGranted = "never.granted"

interface Way {
  /** Brings the verifier to where it answers in this way. */
  prepare(verifier: LocalVerifier, input: KeysVerifyKeyInput): Promise<unknown>
  readonly count: "local" | "asked" | "http"
}

const ways: Readonly<Record<string, Way>> = {
  // A refused verification takes nothing, and brings the record.
  "held in memory": {
    prepare: (verifier, { key }) => verifier.keys.verifyKey({ key, permissions: neverGranted }),
    count: "local",
  },
  "asked over the connection": { prepare: async () => {}, count: "asked" },
  "asked over HTTP": { prepare: (verifier) => verifier.close(), count: "http" },
}

describe("the cases of verifications", () => {
  const server = serveKeyward({ engine: "sqlite" })

  describe.each(Object.entries(ways))("%s", (_name, way) => {
    let world: CaseWorld
    const counts = { local: 0, asked: 0, http: 0 }

    beforeAll(async () => {
      world = { ...(await createWorld(server)), kept: {} }
    })

    async function verify(input: KeysVerifyKeyInput): Promise<Outcome> {
      const verifier = createLocalVerifier({ url: server.url, key: world.rootKey, onState: () => {} })
      try {
        await until(() => verifier.state === "local")
        await way.prepare(verifier, input)
        const before = { ...verifier.counts }
        const { data, error } = await verifier.keys.verifyKey(input, { retries: 0 })
        for (const one of ["local", "asked", "http"] as const) counts[one] += verifier.counts[one] - before[one]
        if (error === undefined) return { status: "200", data }
        const violations = error.errors.map(({ location }) => location).sort()
        return { status: `${error.status} ${error.code}`, violations }
      } finally {
        await verifier.close()
      }
    }

    test.each(verification.map((one, index) => [index + 1, one.operation, one.expected, one] as const))(
      "case %d: %s gives %s",
      async (_number, operation, expected, { input, data, keep = {}, violations }) => {
        const sent = valueIn(world, input)
        const call = { url: server.url, key: world.rootKey, operation, input: sent, idempotencyKey: undefined }
        const outcome =
          operation === "keys.verifyKey"
            ? await verify(sent as KeysVerifyKeyInput)
            : await drivers["the client"]?.(call)
        expect(outcome?.status).toBe(expected)
        for (const [member, name] of Object.entries(keep)) world.kept[name] = String(Object(outcome?.data)[member])
        if (data !== undefined) expect(outcome?.data).toMatchObject(Object(valueIn(world, data)))
        if (violations !== undefined) expect(outcome?.violations).toEqual([...violations])
      },
    )

    test("were answered in this way", () => {
      expect(counts[way.count]).toBeGreaterThan(3)
    })
  })
})
