/**
 * What a mutation changes beyond the object that it names. It is data, so that the CLI, the dashboard and the pages of the
 * reference read the same declaration. core/reach.ts counts with it.
 */
export type Touches =
  /** The call creates objects, or changes the one that it names. */
  | "one object"
  /** The first entry that fits the request counts. If none fits, the call changes one object. */
  | readonly Touched[]

export type Touched = Condition & Counted

interface Condition {
  /** One of these fields is enough, with any value or with this one. Absent: every request fits. */
  readonly when?: Readonly<Record<string, "any" | boolean>>
}

/** Whom the call reaches, and how to count them. */
type Counted =
  /** Only the object itself, so there is nothing to count. */
  | { readonly counted: "itself" }
  /** There is no count, only words. */
  | { readonly counted: "never"; readonly words: string }
  /** The request lists them in this field, or says how many they are. */
  | { readonly counted: "in request"; readonly field: string; readonly noun: "key" | "customer" }
  /** keys.listKeys counts them, with what this field of the request names. */
  | {
      readonly counted: "keys"
      readonly filter: "apiId" | "identityId" | "role" | "permission"
      readonly field: string
      /** Only keys that work now. The others notice nothing. */
      readonly status?: "active"
      /** Names them if the caller may not count. */
      readonly words: string
    }
  /** The customers of a plan and their keys. */
  | { readonly counted: "customers of plan"; readonly field: string; readonly words: string }
  | { readonly counted: "keys of workspace"; readonly words: string }

export const disabling = { enabled: false } as const

/** Disabling takes something away from one object. */
export const itselfWhenDisabled: Touches = [{ when: disabling, counted: "itself" }]

export const keysOfApi = keysBy("apiId", "apiId", "every key of the API")
export const keysWithPermission = keysBy("permission", "permission", "every key that holds the permission")
export const keysWithRole = keysBy("role", "role", "every key that holds the role")
export const keysWithNamedRole: readonly Touched[] = [
  ...keysWithRole,
  ...keysBy("role", "roleId", "every key that holds the role"),
]
export const keysOfCustomer = keysBy("identityId", "identity", "every key of the customer")
export const keysOfWorkspace: readonly Touched[] = [
  { counted: "keys of workspace", words: "every key of the workspace" },
]

/** The keys that a bulk change selects. Those of a filter were counted for `expected`. */
export const selectedKeys: readonly Touched[] = [
  { counted: "in request", field: "keyIds", noun: "key" },
  { counted: "in request", field: "expected", noun: "key" },
  ...keysOfApi,
  ...keysOfCustomer,
]

const customersOfPlan: readonly Touched[] = [
  { counted: "customers of plan", field: "plan", words: "every customer of the plan" },
]

export const selectedCustomers: readonly Touched[] = [
  { counted: "in request", field: "identities", noun: "customer" },
  ...customersOfPlan,
]

/** There is no filter for customers without a plan of their own, so they are not counted. */
export const defaultPlan: readonly Touched[] = [
  { when: { default: true }, counted: "never", words: "every customer without a plan of its own" },
]

/** What customers get from a plan, and what verifications show of it. */
export const changedPlan: readonly Touched[] = [
  { when: { default: true }, counted: "never", words: "every customer of the plan or without a plan of its own" },
  ...ifOneOf(["name", "meta", "permissions", "ratelimits", "maxKeys", "quota", "default"], customersOfPlan),
]

export const disabledCustomer: readonly Touched[] = keysOfCustomer.map((one) => ({
  ...one,
  when: disabling,
  status: "active",
}))

/** Fits only requests with one of these fields. */
export function ifOneOf(fields: readonly string[], touched: readonly Touched[]): readonly Touched[] {
  const when = Object.fromEntries(fields.map((field) => [field, "any" as const]))
  return touched.map((one) => ({ ...one, when }))
}

function keysBy(filter: "apiId" | "identityId" | "role" | "permission", field: string, words: string) {
  return [{ counted: "keys", filter, field, words }] as const satisfies readonly Touched[]
}
