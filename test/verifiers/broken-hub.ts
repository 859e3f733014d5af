import type { AttachedVerifier, Attaching, Hub } from "../../src/verifiers/hub.ts"

/** The hub of a server, with a rule turned off. */
export const changed = (hub: Hub, change: Partial<Hub>): Hub =>
  Object.defineProperties(Object.create(hub), Object.getOwnPropertyDescriptors(change))

/** As `changed`, for what the connection of each verifier uses. */
export const changedVerifier = (hub: Hub, change: (verifier: AttachedVerifier) => Partial<AttachedVerifier>): Hub =>
  changed(hub, {
    attach(attaching: Attaching) {
      const attachment = hub.attach(attaching)
      if (attachment.type !== "attached") return attachment
      const { verifier } = attachment
      return { type: "attached", verifier: { ...verifier, ...change(verifier) } }
    },
  })
