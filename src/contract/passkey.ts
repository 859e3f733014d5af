import { z } from "zod"
import { passkeyNameLength } from "./bounds.ts"
import { createdAt, millis, printedText, text } from "./primitives.ts"

/**
 * The JSON forms of Web Authentication, as `PublicKeyCredential.toJSON` writes and `parse…OptionsFromJSON` reads them.
 * Unknown fields are ignored, because browsers add to these objects.
 */

const bytes = (longest: number) =>
  text(1, longest).regex(/^[A-Za-z0-9_-]*$/, { error: "must be base64url without padding" })

/** Ids have at most 1,023 bytes. */
const credentialId = bytes(1_364).describe("Id of the passkey, as base64url.")
const clientDataJSON = bytes(4_096).describe("What the browser signed about the page and the challenge, as base64url.")
const type = z.literal("public-key").describe("Always `public-key`.")
const timeout = z.int().describe("Milliseconds until the challenge expires.")
const challenge = z.string().describe("Random bytes that the passkey must sign, as base64url.")
const userVerification = z
  .literal("required")
  .describe("The device must check who uses it, such as with a fingerprint or a PIN.")

export const passkeySignIn = z
  .object({
    id: credentialId,
    rawId: credentialId.describe("The same as `id`."),
    type,
    response: z
      .object({
        clientDataJSON,
        authenticatorData: bytes(4_096).describe("What the device says about the sign-in, as base64url."),
        signature: bytes(4_096).describe("Signature of the passkey over both, as base64url."),
        userHandle: bytes(128).describe("Id of the user, as base64url."),
      })
      .describe("The proof of the device."),
  })
  .meta({ id: "PasskeySignIn" })

export const passkeyCreation = z
  .object({
    id: credentialId,
    rawId: credentialId.describe("The same as `id`."),
    type,
    response: z
      .object({
        clientDataJSON,
        attestationObject: bytes(16_384).describe("The public key and what the device says about it, as base64url."),
        transports: z
          .array(text(1, 32))
          .max(10)
          .optional()
          .describe("How the browser can reach the device, such as `internal` or `usb`."),
      })
      .describe("The new passkey, as the device describes it."),
  })
  .meta({ id: "PasskeyCreation" })

export const passkeySignInOptions = z
  .object({
    challenge,
    rpId: z.string().describe("Host of the public URL, which the passkey belongs to."),
    timeout,
    userVerification,
  })
  .meta({ id: "PasskeySignInOptions" })

export const passkeyCreationOptions = z
  .object({
    challenge,
    rp: z
      .object({
        id: z.string().describe("Host of the public URL."),
        name: z.string().describe("Name of the service, which the device shows."),
      })
      .describe("The service that the passkey is for."),
    user: z
      .object({
        id: z.string().describe("Id of the user, as base64url."),
        name: z.string().describe("E-mail address of the user."),
        displayName: z.string().describe("Name of the user."),
      })
      .describe("The user whom the passkey signs in."),
    pubKeyCredParams: z
      .array(z.object({ type, alg: z.int().describe("COSE number of the algorithm; -7 is ES256.") }))
      .describe("Signature algorithms that Keyward accepts, best first."),
    timeout,
    excludeCredentials: z
      .array(
        z.object({
          type,
          id: z.string().describe("Id of the passkey, as base64url."),
          transports: z
            .array(z.string())
            .optional()
            .describe("How the browser can reach the device. Absent if it is not known."),
        }),
      )
      .describe("Passkeys that the user already has. Their devices create no second one."),
    authenticatorSelection: z
      .object({
        residentKey: z
          .literal("required")
          .describe("The device stores the passkey, so that people sign in without typing a name."),
        requireResidentKey: z.literal(true).describe("The same, for older browsers."),
        userVerification,
      })
      .describe("What the device must be able to do."),
    attestation: z.literal("none").describe("Keyward does not ask for the make of the device."),
  })
  .meta({ id: "PasskeyCreationOptions" })

export const passkeyName = printedText(passkeyNameLength.minimum, passkeyNameLength.maximum).describe(
  "A name for the passkey, such as that of the device.",
)

export const passkey = z
  .object({
    passkeyId: z.string().describe("Id of the passkey."),
    name: z.string().describe("The name by which the user recognizes it."),
    isBackedUp: z.boolean().describe("Whether the passkey is stored on several devices."),
    createdAt,
    lastUsedAt: millis.optional().describe("When it last signed the user in, in Unix milliseconds. Absent if never."),
  })
  .meta({ id: "Passkey" })
