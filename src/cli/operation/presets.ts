import { disabling } from "../../contract/touches.ts"

/** A command that calls an operation with some fields already set. */
export interface Preset {
  readonly words: readonly string[]
  readonly operation: string
  readonly summary: string
  /** Fields that the command always sends. */
  readonly sends: Readonly<Record<string, unknown>>
  /** Required fields, given as arguments. */
  readonly needs: readonly string[]
  /** Optional fields, given as flags. */
  readonly takes?: readonly string[]
  /** What AMOUNT means, for a command that needs `value`. */
  readonly amount?: string
}

export const presets: readonly Preset[] = [
  {
    words: ["keys", "revoke"],
    operation: "keys.updateKey",
    summary: "Disable a key at once. `keyward keys update KEY_ID --enabled` enables it again.",
    sends: disabling,
    needs: ["keyId"],
  },
  {
    words: ["root-keys", "revoke"],
    operation: "rootKeys.updateRootKey",
    summary: "Disable a root key at once. `keyward root-keys update ROOT_KEY_ID --enabled` enables it again.",
    sends: disabling,
    needs: ["rootKeyId"],
    takes: ["workspaceId"],
  },
  creditChange("add", "increment", {
    summary: "Add credits to a key.",
    amount: "Number of credits to add.",
  }),
  creditChange("remove", "decrement", {
    summary: "Remove credits from a key, down to 0.",
    amount: "Number of credits to remove.",
  }),
  creditChange("set", "set", {
    summary: "Replace the credits of a key.",
    amount: "New number of credits, or unlimited, which also removes the refill.",
  }),
  {
    words: ["identities", "add-credits"],
    operation: "identities.updateCredits",
    summary: "Add prepaid credits to a customer. With --reference, a payment counts once.",
    sends: { operation: "increment" },
    needs: ["identity", "value"],
    takes: ["reference"],
    amount: "Number of credits to add.",
  },
  {
    words: ["portal", "open"],
    operation: "portal.createSession",
    summary:
      "Create a link to the portal of a customer, as your backend does. Open it within 5 minutes; it works once.",
    sends: { page: "keys" },
    needs: ["externalId"],
    takes: ["customer", "actor", "actions", "locale", "expiresIn"],
  },
]

function creditChange(verb: string, operation: string, texts: Pick<Preset, "summary" | "amount">): Preset {
  return {
    words: ["keys", `${verb}-credits`],
    operation: "keys.updateCredits",
    sends: { operation },
    needs: ["keyId", "value"],
    ...texts,
  }
}
