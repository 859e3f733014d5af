import { useAddress } from "../../address.ts"
import { Select } from "../../ui/field.tsx"
import { visibleText } from "../../ui/format.ts"
import { useApis } from "../api-names.ts"
import { FilterBar, type FilterField } from "../fields/filter-bar.tsx"
import { useIdOfKey } from "../keys/id-of-key.ts"
import type { LogOwner } from "../usage/log-link.ts"
import { useLogPeriod } from "./log-period.ts"
import { outcomes } from "./outcomes.ts"
import type { LogFilter } from "./use-live-log.ts"

type FieldName = "key" | "customer" | "tag" | "ip" | "request"

const fields: readonly FilterField<FieldName>[] = [
  { name: "customer", label: "Customer", placeholder: "External id or id_…" },
  { name: "key", label: "Key", placeholder: "key_… or a key" },
  { name: "tag", label: "Tag", placeholder: "path=/v1/charge" },
  { name: "ip", label: "Address", placeholder: "198.51.100.23" },
  { name: "request", label: "Request", placeholder: "req_…" },
]

/** A filter that would change nothing in the log of one object is left out. */
const impliedBy: Readonly<Record<LogOwner["type"], readonly (FieldName | "api")[]>> = {
  api: ["api"],
  key: ["key", "customer", "api"],
  customer: ["customer"],
}

interface LogFiltersProps {
  /** The object whose log it is. Without it, it is that of the workspace. */
  readonly of?: LogOwner | undefined
}

/** The filters of a log, in the address. */
export function LogFilters({ of }: LogFiltersProps) {
  const { search, change } = useAddress()
  const { data: apis = [] } = useApis()
  const idOfKey = useIdOfKey()
  const implied = of ? impliedBy[of.type] : []
  // A page of older rows is one of the rows that matched before.
  const filterBy = (filter: Parameters<typeof change>[0]) => change({ ...filter, cursor: "" })
  const filterByText = async (name: FieldName, value = "") => {
    const text = name === "key" && value !== "" ? await idOfKey(value) : value
    if (text !== undefined) filterBy({ [name]: text })
  }
  return (
    <FilterBar fields={fields.filter(({ name }) => !implied.includes(name))} onChange={filterByText} values={search}>
      <Select
        aria-label="Outcome"
        onChange={(code) => filterBy({ code })}
        options={[
          { value: "", label: "All outcomes" },
          { value: "refused", label: "Refused only" },
          ...outcomes.map(({ code, label }) => ({ value: code as string, label })),
        ]}
        value={search.code ?? ""}
      />
      {!implied.includes("api") && (
        <Select
          aria-label="API"
          onChange={(api) => filterBy({ api })}
          options={[
            { value: "", label: "All APIs" },
            ...apis.map(({ id, name }) => ({ value: id, label: visibleText(name) })),
          ]}
          value={search.api ?? ""}
        />
      )}
    </FilterBar>
  )
}

/** What the address chooses of a log, its time included. */
export function useLogFilter({ of }: LogFiltersProps): LogFilter {
  const { search } = useAddress()
  const period = useLogPeriod()
  const implied = of ? impliedBy[of.type] : []
  const { code, tag, ip, request } = search
  const [api, key, customer] = (["api", "key", "customer"] as const).map((name) =>
    implied.includes(name) ? (of?.type === name ? of.id : undefined) : search[name],
  )
  const codes = outcomes
    .map((outcome) => outcome.code)
    .filter((one) => (code === "refused" ? one !== "VALID" : one === code))
  return {
    ...period,
    ...(codes.length > 0 && { codes }),
    ...(api && { apiId: api }),
    ...(key && { keyId: key }),
    ...(customer && { identity: customer }),
    ...(tag && { tag }),
    ...(ip && { ip }),
    ...(request && { requestId: request }),
  }
}
