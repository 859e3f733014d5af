import type { HubState } from "../../verifiers/hub.ts"
import { counter, gauge } from "./prometheus.ts"

/** In the text format of Prometheus. */
export function verifierText({ attached, drops, hanging }: HubState): string {
  return [
    gauge("keyward_verifiers", "Verifiers in applications that are connected now.", attached),
    counter("keyward_verifier_drops_total", "Messages that told a verifier to forget records.", drops),
    counter(
      "keyward_verifier_hangs_total",
      "How often a change waited until the lease of a verifier was over.",
      hanging,
    ),
  ].join("")
}
