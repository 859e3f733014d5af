import { useNavigate, useSearch } from "@tanstack/react-router"
import { usePageTitle } from "../page-title.ts"
import { useApis } from "../parts/api-names.ts"
import { FilterBar, type FilterField } from "../parts/fields/filter-bar.tsx"
import { useIdOfKey } from "../parts/keys/id-of-key.ts"
import { useLogPeriod } from "../parts/log/log-period.ts"
import { outcomes } from "../parts/log/outcomes.ts"
import type { LogFilter } from "../parts/log/use-live-log.ts"
import { VerificationLog } from "../parts/log/verification-log.tsx"
import { Card } from "../ui/card.tsx"
import { Select } from "../ui/field.tsx"
import { visibleText } from "../ui/format.ts"
import { Page } from "../ui/page.tsx"

type FilterName = "key" | "customer" | "tag" | "ip" | "request"

const fields: readonly FilterField<FilterName>[] = [
  { name: "customer", label: "Customer", placeholder: "External id or id_…" },
  { name: "key", label: "Key", placeholder: "key_… or the whole key" },
  { name: "tag", label: "Tag", placeholder: "path=/v1/charge" },
  { name: "ip", label: "Address", placeholder: "198.51.100.23" },
  { name: "request", label: "Request", placeholder: "req_…" },
]

/** Single verifications as they happen, and why each was refused. */
export default function VerificationsPage() {
  usePageTitle("Verifications")
  const search = useSearch({ from: "/w/$workspaceId/verifications" })
  const navigate = useNavigate({ from: "/w/$workspaceId/verifications" })
  const { data: apis = [] } = useApis()
  const change = (name: FilterName | "code" | "api", value: string | undefined) =>
    navigate({ to: ".", search: (before) => ({ ...before, [name]: value }), replace: true })
  const idOfKey = useIdOfKey()
  const filterBy = async (name: FilterName, value: string | undefined) => {
    if (name !== "key" || value === undefined) return change(name, value)
    const id = await idOfKey(value)
    if (id !== undefined) change(name, id)
  }
  return (
    <Page title="Verifications">
      <FilterBar fields={fields} onChange={filterBy} values={search}>
        <Select
          aria-label="Outcome"
          onChange={(code) => change("code", code === "" ? undefined : code)}
          options={[
            { value: "", label: "All outcomes" },
            { value: "refused", label: "Refused only" },
            ...outcomes.map(({ code, label }) => ({ value: code, label })),
          ]}
          value={search.code ?? ""}
        />
        <Select
          aria-label="API"
          onChange={(api) => change("api", api === "" ? undefined : api)}
          options={[
            { value: "", label: "All APIs" },
            ...apis.map(({ id, name }) => ({ value: id, label: visibleText(name) })),
          ]}
          value={search.api ?? ""}
        />
      </FilterBar>
      <Card isFlush>
        <VerificationLog filter={{ ...filterOf(search), ...useLogPeriod() }} limit={100} />
      </Card>
    </Page>
  )
}

type Search = { readonly [Name in FilterName | "code" | "api"]?: string | undefined }

function filterOf({ code, api, key, customer, tag, ip, request }: Search): LogFilter {
  const codes = outcomes
    .map((outcome) => outcome.code)
    .filter((one) => (code === "refused" ? one !== "VALID" : one === code))
  return {
    ...(codes.length > 0 && { codes }),
    ...(api && { apiId: api }),
    ...(key && { keyId: key }),
    ...(customer && { identity: customer }),
    ...(tag && { tag }),
    ...(ip && { ip }),
    ...(request && { requestId: request }),
  }
}
