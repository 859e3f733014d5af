import { z } from "zod"
import { fastParser, plainInteger, plainText } from "./fast-parser.ts"
import { int } from "./primitives.ts"
import { verificationInput } from "./verification.ts"

/** The messages of docs/verifier-protocol.md. */

export const verifierPath = "/v2/verifier"
export const verifierProtocol = "keyward.verifier.1"
export const attachPermission = "workspace.*.attach_verifier"

export const verifierBounds = {
  messageBytes: 262_144,
  clientLength: 100,
  asksPerMessage: 100,
  asksInFlight: 1_000,
  rowsPerMessage: 1_000,
  leaseMs: 1_000,
  /** Bytes that a verifier does not read. */
  unsentBytes: 1_048_576,
}

const askNumber = { minimum: 0, maximum: 2_147_483_647 }

/** SHA-256 in base64. */
const hashForm = /^[A-Za-z0-9+/]{43}=$/
export const keyHash = z.string().regex(hashForm, { error: "must be a SHA-256 in base64" })

export const askInput = verificationInput.omit({ key: true }).extend({
  i: int(askNumber.minimum, askNumber.maximum),
  hash: keyHash,
  long: keyHash.optional(),
  held: z.boolean().optional(),
})

export type Ask = z.infer<typeof askInput>

const isHash = (value: unknown) => typeof value === "string" && hashForm.test(value)

/** Most asks have only hashes and a permission query. */
export const fastParseAsk = fastParser<Ask>({
  members: {
    i: plainInteger(askNumber),
    hash: isHash,
    long: isHash,
    held: (value) => typeof value === "boolean",
    permissions: plainText({ minimum: 1, maximum: 1_000 }),
  },
  required: ["i", "hash"],
})
