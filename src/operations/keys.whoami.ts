import { z } from "zod"
import { keyLength } from "../contract/bounds.ts"
import { found, invalidInput } from "../contract/errors.ts"
import { key } from "../contract/key.ts"
import { text } from "../contract/primitives.ts"
import { keyHash } from "../contract/verifier.ts"
import { keyAt } from "../core/balance.ts"
import { toWireKey, toWireOwnKey } from "../core/wire.ts"
import type { Context } from "./context.ts"
import { query } from "./operation.ts"
import { findByHashes, findByPlaintext } from "./shared/verify/find-by-plaintext.ts"
import { readCurrent } from "./shared/verify/give-back.ts"

export const whoami = query({
  name: "keys.whoami",
  title: "Look up a key by its text or hashes",
  summary: "Show a key by its plaintext or by hashes of it, or the API key that makes this call.",
  callers: ["root_key", "api_key"],
  needs: ["api.{apiId}.read_key"],
  input: z.strictObject({
    key: text(keyLength.minimum, keyLength.maximum)
      .optional()
      .describe("The key to show. An API key may leave it out to show itself."),
    hashes: z
      .strictObject({
        whole: keyHash.describe("Of the whole key."),
        longToken: keyHash
          .optional()
          .describe("Of the part after the last `_`, for a key of `prefixed_api_key` that was imported by its hash."),
      })
      .optional()
      .describe("Instead of `key`: SHA-256 hashes of its UTF-8 text, so that the key itself is not sent."),
  }),
  output: key,
  errors: ["data/key_not_found"],
  example: { key: "acme_live_6L5yRNPTuciSgXGHqYwn9N6NeoDywHBd2Z7NgZ" },
  run(context) {
    const { caller } = context
    return caller.type === "api_key" ? describeItself(context, caller.key.id) : describeNamed(context)
  },
})

interface WhoamiInput {
  readonly key?: string | undefined
  readonly hashes?: { readonly whole: string; readonly longToken?: string | undefined } | undefined
}

type WhoamiContext = Context<WhoamiInput>

async function describeItself(context: WhoamiContext, keyId: string) {
  const { input, workspace, store, now, grant } = context
  // An API key may not look up keys by plaintext or hash, not even itself, because lookup is management.
  if (input.key !== undefined || input.hashes !== undefined) grant({ apiId: "*" })
  const key = found(await readCurrent(context, () => store.keys.find(workspace.id, keyId)), "data/key_not_found")
  return toWireOwnKey(keyAt(key, now), now)
}

async function describeNamed(asking: WhoamiContext) {
  const { workspace, store, now, grant } = asking
  const keyId = found(await findKey(asking), "data/key_not_found")
  const key = found(await readCurrent(asking, () => store.keys.find(workspace.id, keyId)), "data/key_not_found")
  grant({ apiId: key.apiId })
  return toWireKey(keyAt(key, now), now)
}

function findKey(asking: WhoamiContext): Promise<string | undefined> {
  const { key, hashes } = asking.input
  if (hashes !== undefined && key === undefined) return findByHashes(asking, { longToken: undefined, ...hashes })
  if (key === undefined) throw invalidInput({ location: "body.key", message: "is required with a root key" })
  if (hashes !== undefined) throw invalidInput({ location: "body.hashes", message: "must not be given with `key`" })
  return findByPlaintext(asking, key)
}
