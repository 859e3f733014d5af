/** A command that calls an operation with a part of its request already given. */
export interface Preset {
  readonly words: readonly string[]
  readonly operation: string
  readonly summary: string
  /** What it always sends. */
  readonly sends: Readonly<Record<string, unknown>>
  /** The fields that it needs, given by their place, and those that it takes as flags. */
  readonly needs: readonly string[]
  readonly takes?: readonly string[]
  /** What the number means here, where `value` is needed. */
  readonly amount?: string
  readonly isDestructive?: true
}

export const presets: readonly Preset[] = [
  {
    words: ["keys", "revoke"],
    operation: "keys.updateKey",
    summary:
      "Disable a key: it is refused at once and stays in lists. `keyward keys update KEY_ID --enabled` undoes it.",
    sends: { enabled: false },
    needs: ["keyId"],
    isDestructive: true,
  },
  {
    words: ["root-keys", "revoke"],
    operation: "rootKeys.updateRootKey",
    summary: "Disable a root key: it is refused at once. `keyward root-keys update ROOT_KEY_ID --enabled` undoes it.",
    sends: { enabled: false },
    needs: ["rootKeyId"],
    takes: ["workspaceId"],
    isDestructive: true,
  },
  {
    words: ["keys", "add-credits"],
    operation: "keys.updateCredits",
    summary: "Add credits to those that a key has.",
    amount: "How many to add.",
    sends: { operation: "increment" },
    needs: ["keyId", "value"],
  },
  {
    words: ["keys", "remove-credits"],
    operation: "keys.updateCredits",
    summary: "Take credits from a key, down to 0.",
    amount: "How many to take.",
    sends: { operation: "decrement" },
    needs: ["keyId", "value"],
  },
  {
    words: ["keys", "set-credits"],
    operation: "keys.updateCredits",
    summary: "Set the credits of a key to a number, whatever they were.",
    amount: "How many it has from now on; unlimited also removes the refill.",
    sends: { operation: "set" },
    needs: ["keyId", "value"],
  },
]
