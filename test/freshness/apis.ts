import { type Change, unknown } from "./change.ts"

export const apiChanges: readonly Change[] = [
  {
    what: "the API of a key gets an allow list",
    by: "apis.updateApi",
    change: (keyward, { apiId }) => keyward.ok("apis.updateApi", { apiId, ipAllowlist: ["10.0.0.0/8"] }),
    after: { code: "FORBIDDEN" },
  },
  {
    what: "the API of a key is deleted",
    by: "apis.deleteApi",
    change: (keyward, { apiId }) => keyward.ok("apis.deleteApi", { apiId }),
    after: unknown,
  },
]
