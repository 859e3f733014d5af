import { z } from "zod"
import { int, millis, printedText, text } from "./primitives.ts"

const dayMs = 24 * 60 * 60 * 1000

/** Case, spaces and dashes do not matter. */
export const userCode = text(1, 32).describe("The code that the terminal shows, such as `BCDF-GHJK`.")

export const terminalName = printedText(1, 128).describe(
  "How the terminal names itself, such as `ada@laptop`. No control or formatting characters.",
)

export const terminalAccess = z
  .enum(["read", "verify", "develop", "full"])
  .describe(
    "What the root key may do. `read`: everything that a viewer may. `verify`: only verify keys. `develop`: everything that a developer may. `full`: everything that your role may.",
  )

export type TerminalAccess = z.infer<typeof terminalAccess>

export const keyLifetime = int(60_000, 366 * dayMs).describe("Milliseconds until the root key expires.")

export const startedLogin = z.object({
  deviceCode: z
    .string()
    .describe("The secret that the terminal sends to deviceLogins.collectKey. Never show it to anyone."),
  userCode: z.string().describe("The code that the person types into the page at `url`."),
  url: z.string().describe("The page on which the person confirms."),
  expires: millis.describe("When the codes expire, in Unix milliseconds."),
  interval: z.int().describe("Milliseconds to wait between two calls of deviceLogins.collectKey."),
})

export const deviceLogin = z
  .object({
    loginId: z.string().describe("Id of the login, for deviceLogins.approveLogin and deviceLogins.denyLogin."),
    terminal: z.string().describe("How the terminal names itself. Keyward cannot check it."),
    address: z.string().describe("The IP address of the terminal."),
    isSameNetwork: z.boolean().describe("Whether the terminal and your browser have the same IP address."),
    createdAt: millis.describe("When the terminal started the login, in Unix milliseconds."),
    expires: millis.describe("When the code expires, in Unix milliseconds."),
  })
  .meta({ id: "DeviceLogin" })

export const collectedKey = z.union([
  z.object({
    status: z
      .enum(["pending", "denied", "expired"])
      .describe(
        "`pending`: ask again after `interval` milliseconds. `denied`: the person has refused, or may no longer approve. `expired`: the code is unknown, too old or already used.",
      ),
  }),
  z.object({
    status: z
      .literal("approved")
      .describe("The person has confirmed. This response is the only one with the root key."),
    rootKeyId: z.string().describe("Id of the new root key."),
    rootKey: z.string().describe("The root key itself. Store it now: no later response shows it."),
    workspaceId: z.string().describe("Id of the workspace that the root key manages."),
    expires: millis.describe("When the root key expires, in Unix milliseconds."),
  }),
])
