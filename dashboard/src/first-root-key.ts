interface FirstRootKey {
  readonly workspaceId: string
  readonly rootKey: string
}

/** Of the workspace that a person has just created. It is only in memory, and only until the person has stored it. */
let unstored: FirstRootKey | undefined

export function keepFirstRootKey(created: FirstRootKey): void {
  unstored = created
}

export function firstRootKeyOf(workspaceId: string): string | undefined {
  return unstored?.workspaceId === workspaceId ? unstored.rootKey : undefined
}

export function forgetFirstRootKey(): void {
  unstored = undefined
}
