import fc from "fast-check"
import { move } from "./clock.ts"
import { type Command, changing, changingDuringProbes, doing, probingTogether, waiting } from "./commands.ts"
import type { Intent } from "./step.ts"
import { apiIntents } from "./steps/apis.ts"
import { identityIntents } from "./steps/identities.ts"
import { importIntents } from "./steps/imports.ts"
import { keyLinks } from "./steps/key-links.ts"
import { keyIntents } from "./steps/keys.ts"
import { limitIntents } from "./steps/limits.ts"
import { overrideIntents, overrideReads } from "./steps/overrides.ts"
import { planIntents } from "./steps/plans.ts"
import { rbacIntents } from "./steps/rbac.ts"
import { readIntents, selfDescriptions } from "./steps/reads.ts"
import { commits } from "./steps/reservations.ts"
import { rootKeyIntents } from "./steps/root-keys.ts"
import { keyUpdates, singleKeyUpdates } from "./steps/update-key.ts"
import { verifications } from "./steps/verifications.ts"
import { limitingIntents, workspaceIntents } from "./steps/workspaces.ts"

const changes: fc.Arbitrary<Intent> = fc.oneof(
  { weight: 2, arbitrary: apiIntents },
  { weight: 3, arbitrary: keyIntents },
  { weight: 6, arbitrary: keyUpdates },
  { weight: 3, arbitrary: keyLinks },
  { weight: 3, arbitrary: identityIntents },
  { weight: 3, arbitrary: commits },
  { weight: 3, arbitrary: planIntents },
  { weight: 3, arbitrary: rbacIntents },
  { weight: 3, arbitrary: importIntents },
  { weight: 2, arbitrary: rootKeyIntents },
  { weight: 2, arbitrary: workspaceIntents },
  { weight: 1, arbitrary: limitingIntents },
)

const simpleChanges: fc.Arbitrary<Intent> = fc.oneof(
  { weight: 2, arbitrary: apiIntents },
  { weight: 2, arbitrary: keyIntents },
  { weight: 4, arbitrary: singleKeyUpdates },
  { weight: 3, arbitrary: keyLinks },
  { weight: 3, arbitrary: identityIntents },
  { weight: 2, arbitrary: planIntents },
  { weight: 3, arbitrary: rbacIntents },
  { weight: 1, arbitrary: importIntents },
  { weight: 2, arbitrary: rootKeyIntents },
  { weight: 1, arbitrary: workspaceIntents },
)

const several = (probe: fc.Arbitrary<Intent>, minLength: number, maxLength: number) =>
  fc.array(probe, { minLength, maxLength })

/** Changes, and the verifications that observe them. */
interface Scene {
  readonly change: fc.Arbitrary<Intent>
  /** Each changes one thing, so that a concurrent call sees the state before or after it. */
  readonly simpleChange: fc.Arbitrary<Intent>
  /** Calls that the server answers from its cache. */
  readonly probe: fc.Arbitrary<Intent>
  readonly read: fc.Arbitrary<Intent>
}

const keyScene: Scene = { change: changes, simpleChange: simpleChanges, probe: verifications, read: readIntents }
const limitScene: Scene = {
  change: overrideIntents,
  simpleChange: overrideIntents,
  probe: limitIntents,
  read: overrideReads,
}

const commandsIn = ({ change, simpleChange, probe, read }: Scene): fc.Arbitrary<Command> =>
  fc.oneof(
    { weight: 6, arbitrary: probe.map((intent) => doing("probing", intent)) },
    { weight: 2, arbitrary: read.map((intent) => doing("reading", intent)) },
    {
      weight: 9,
      arbitrary: fc
        .tuple(change, several(fc.oneof({ weight: 5, arbitrary: probe }, selfDescriptions), 0, 3))
        .map(([intent, probes]) => changing(intent, probes)),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(simpleChange, several(probe, 1, 2))
        .map(([intent, lanes]) => changingDuringProbes(intent, lanes)),
    },
    { weight: 2, arbitrary: several(probe, 2, 4).map(probingTogether) },
  )

export const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 16, arbitrary: commandsIn(keyScene) },
  { weight: 3, arbitrary: commandsIn(limitScene) },
  { weight: 3, arbitrary: move.map(waiting) },
)
