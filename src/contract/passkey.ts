import { z } from "zod"
import { millis, text } from "./primitives.ts"

/**
 * The JSON forms of Web Authentication, as `PublicKeyCredential.toJSON` writes and `parse…OptionsFromJSON` reads them.
 * Unknown fields are ignored, because browsers add to these objects.
 */

const bytes = (longest: number) =>
  text(1, longest).regex(/^[A-Za-z0-9_-]*$/, { error: "must be base64url without padding" })

/** Ids have at most 1,023 bytes. */
const credentialId = bytes(1_364)
const clientDataJSON = bytes(4_096)
const type = z.literal("public-key")

export const passkeySignIn = z
  .object({
    id: credentialId,
    rawId: credentialId,
    type,
    response: z.object({
      clientDataJSON,
      authenticatorData: bytes(4_096),
      signature: bytes(4_096),
      userHandle: bytes(128),
    }),
  })
  .meta({ id: "PasskeySignIn" })

export const passkeyCreation = z
  .object({
    id: credentialId,
    rawId: credentialId,
    type,
    response: z.object({
      clientDataJSON,
      attestationObject: bytes(16_384),
      transports: z.array(text(1, 32)).max(10).optional(),
    }),
  })
  .meta({ id: "PasskeyCreation" })

export const passkeySignInOptions = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int(),
    userVerification: z.literal("required"),
  })
  .meta({ id: "PasskeySignInOptions" })

export const passkeyCreationOptions = z
  .object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type, alg: z.int() })),
    timeout: z.int(),
    excludeCredentials: z.array(z.object({ type, id: z.string(), transports: z.array(z.string()).optional() })),
    authenticatorSelection: z.object({
      residentKey: z.literal("required"),
      requireResidentKey: z.literal(true),
      userVerification: z.literal("required"),
    }),
    attestation: z.literal("none"),
  })
  .meta({ id: "PasskeyCreationOptions" })

export const passkeyName = text(1, 64)
  .regex(/^[^\p{C}]*$/u, { error: "must not contain control or formatting characters" })
  .describe("A name by which you recognize it, such as the device.")

export const passkey = z
  .object({
    passkeyId: z.string(),
    name: z.string(),
    isBackedUp: z.boolean().describe("Whether the passkey is stored on several devices."),
    createdAt: millis,
    lastUsedAt: millis.optional(),
  })
  .meta({ id: "Passkey" })
