import fc from "fast-check"
import { change } from "../change.ts"
import { showWorkspace } from "../show.ts"
import { expectEvent, type Model, type WorkspaceLimits } from "../state.ts"
import { type Expected, type Intent, managing, operating } from "../step.ts"
import { optional } from "../values.ts"

const reasons = ["unpaid_billing", "suspicious_activity", "ownership_transfer"] as const

function disable(model: Model, reason: string): Expected {
  const { workspace } = model
  if (workspace.state === "deleted") return "404 data/workspace_not_found"
  if (workspace.state === "enabled") {
    Object.assign(workspace, { state: "disabled", reason, disabledAt: model.now, updatedAt: model.now })
    expectEvent(model, "workspace.disabled", workspace)
  }
  return { data: showWorkspace(workspace) }
}

function disableByOperator(reason: string): Intent {
  return {
    plan: (model) => {
      const body = { workspaceId: model.workspace.id, reason }
      return operating(model, "workspaces.disableWorkspace", body, (model) => disable(model, reason))
    },
  }
}

const disableByOwner: Intent = {
  plan: (model) => managing(model, "workspaces.disableWorkspace", {}, (model) => disable(model, "owner_request")),
}

export const enableWorkspace: Intent = {
  plan: (model) =>
    operating(model, "workspaces.enableWorkspace", { workspaceId: model.workspace.id }, (model) => {
      const { workspace } = model
      if (workspace.state === "deleted") return "404 data/workspace_not_found"
      if (workspace.state === "disabled") {
        Object.assign(workspace, { state: "enabled", reason: undefined, disabledAt: undefined, updatedAt: model.now })
        expectEvent(model, "workspace.enabled", workspace)
      }
      return { data: showWorkspace(workspace) }
    }),
}

const deleteWorkspace: Intent = {
  plan: (model) =>
    operating(model, "workspaces.deleteWorkspace", { workspaceId: model.workspace.id }, (model) => {
      const { workspace } = model
      if (workspace.state === "deleted") return "404 data/workspace_not_found"
      if (workspace.state === "enabled") return "412 application/precondition_failed"
      workspace.state = "deleted"
      expectEvent(model, "workspace.deleted", workspace)
      return { data: {} }
    }),
}

function limitWorkspace(patch: Partial<WorkspaceLimits>): Intent {
  return {
    plan: (model) =>
      operating(model, "workspaces.updateWorkspace", { workspaceId: model.workspace.id, limits: patch }, (model) => {
        const { workspace } = model
        if (workspace.state === "deleted") return "404 data/workspace_not_found"
        change(model, workspace, { limits: { ...workspace.limits, ...patch } }, "workspace.updated")
        return { data: showWorkspace(workspace) }
      }),
  }
}

const none = { weight: 3, arbitrary: fc.constant(null) }

export const limitingIntents: fc.Arbitrary<Intent> = optional<WorkspaceLimits>({
  keys: fc.oneof(none, fc.integer({ min: 0, max: 6 })),
  identities: fc.oneof(none, fc.nat(2)),
  verificationsPerMonth: fc.oneof(none, fc.nat(30)),
  onExceeded: fc.constantFrom("reject", "disable"),
}).map(limitWorkspace)

export const workspaceIntents: fc.Arbitrary<Intent> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...reasons).map(disableByOperator) },
  { weight: 2, arbitrary: fc.constant(disableByOwner) },
  { weight: 12, arbitrary: fc.constant(enableWorkspace) },
  { weight: 1, arbitrary: fc.constant(deleteWorkspace) },
)
