import { afterAll, beforeAll, expect } from "bun:test"
import type { TestServer } from "../harness/harness.ts"
import { type Fingerprints, openFingerprints } from "./fingerprint.ts"

/** For a `describe` block: a function that fails if the given work changes anything in the database of the server. */
export function watchStorage(server: TestServer): (work: () => Promise<unknown>) => Promise<void> {
  let fingerprints: Fingerprints
  beforeAll(async () => {
    fingerprints = await openFingerprints(server)
  })
  afterAll(() => fingerprints.close())
  return async (work) => {
    const before = await fingerprints.take()
    await work()
    expect(await fingerprints.take()).toBe(before)
  }
}
