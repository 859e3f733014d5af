import { Fault } from "../../../contract/errors.ts"

/** A quota of the workspace. With `onExceeded: "disable"`, it also disables the workspace; a plan never does. */
export class WorkspaceQuotaExceeded extends Fault {
  constructor(detail: string) {
    super("limits/quota_exceeded", { detail })
  }
}
