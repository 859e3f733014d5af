import type { IncidentFix } from "@keyward/client"
import {
  changedPlan,
  disabledCustomer,
  ifOneOf,
  itselfWhenDisabled,
  keysOfApi,
  keysWithNamedRole,
  type Touches,
} from "../../../../src/contract/touches.ts"
import { touchedBy } from "../../../../src/core/reach.ts"
import type { FixCall } from "./fix-words.ts"

/** What the operations of fixes declare. */
export const fixTouches: Readonly<Record<IncidentFix["operation"], Touches>> = {
  "keys.updateKey": itselfWhenDisabled,
  "keys.addPermissions": "one object",
  "keys.addRoles": "one object",
  "keys.updateCredits": "one object",
  "identities.updateIdentity": disabledCustomer,
  "identities.updateCredits": "one object",
  "plans.updatePlan": changedPlan,
  "apis.updateApi": ifOneOf(["ipAllowlist"], keysOfApi),
  "permissions.setRolePermissions": keysWithNamedRole,
}

/** Whether a fix changes more than the key or the customer that was refused, so that the page asks before it. */
export function reachesMany({ operation, input }: FixCall): boolean {
  return touchedBy(fixTouches[operation], input) !== undefined
}
