import type { HubState } from "../../verifiers/hub.ts"
import { counter, type Family, gauge } from "./families.ts"

export function verifierFamilies({ attached, drops, hanging }: HubState): readonly Family[] {
  return [
    gauge("keyward_verifiers", "Verifiers in applications that are connected now.", attached),
    counter("keyward_verifier_drops_total", "Messages that told a verifier to forget records.", drops),
    counter(
      "keyward_verifier_hangs_total",
      "How often a change waited until the lease of a verifier was over.",
      hanging,
    ),
  ]
}
