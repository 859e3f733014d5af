import { useNavigate, useSearch } from "@tanstack/react-router"
import { useState } from "react"
import { withoutKey } from "../../../../src/core/sought-key.ts"
import { useApis } from "../../parts/api-names.ts"
import { useCustomersLike } from "../../parts/fields/use-customer.ts"
import { statusOptions } from "../../parts/keys/key-status.tsx"
import { useRead } from "../../queries.ts"
import { useWorkspace } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { Select } from "../../ui/field.tsx"
import { FilterSelect } from "../../ui/filter-select.tsx"
import { visibleText } from "../../ui/format.ts"
import { useDebounced } from "../../ui/use-debounced.ts"

type FilterName = "api" | "status" | "customer" | "role" | "permission"

/** The filters of the list of keys, as they stand in the address. */
export function KeyFilters() {
  const { workspaceId } = useWorkspace()
  const { api, status, customer, role, permission } = useSearch({ from: "/w/$workspaceId/keys" })
  const navigate = useNavigate()
  const { data: apis = [] } = useApis()
  const set = (name: FilterName) => (value: string | undefined) =>
    navigate({
      to: "/w/$workspaceId/keys",
      params: { workspaceId },
      search: (old) => ({ ...old, [name]: value === "" ? undefined : value }),
    })
  const clear = () =>
    navigate({
      to: "/w/$workspaceId/keys",
      params: { workspaceId },
      search: ({ search }) => (search === undefined ? {} : { search }),
    })
  const isFiltered = [api, status, customer, role, permission].some((value) => value !== undefined)
  return (
    <>
      <Select
        aria-label="API"
        onChange={set("api")}
        options={[
          { value: "", label: "All APIs" },
          ...apis.map(({ id, name }) => ({ value: id, label: visibleText(name) })),
        ]}
        value={api ?? ""}
      />
      <Select
        aria-label="Status"
        onChange={set("status")}
        options={[{ value: "", label: "Any status" }, ...statusOptions]}
        value={status ?? ""}
      />
      <CustomerFilter onChange={set("customer")} value={customer} />
      <RoleFilter onChange={set("role")} value={role} />
      <PermissionFilter onChange={set("permission")} value={permission} />
      {isFiltered && (
        <Button onClick={clear} variant="quiet">
          Clear
        </Button>
      )}
    </>
  )
}

interface FilterProps {
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

function CustomerFilter(props: FilterProps) {
  const [search, setSearch] = useState("")
  const customers = useCustomersLike(withoutKey(search))
  return (
    <FilterSelect
      {...props}
      label="Customer"
      onSearch={setSearch}
      options={customers.map(({ externalId }) => externalId)}
      search={search}
      show={visibleText}
    />
  )
}

function RoleFilter(props: FilterProps) {
  const [search, setSearch] = useState("")
  const query = withoutKey(useDebounced(search.trim()))
  const { data = [] } = useRead(["role-options", query], (client) =>
    client.permissions.listRoles({ limit: 50, ...(query !== "" && { search: query }) }),
  )
  return (
    <FilterSelect
      {...props}
      label="Role"
      onSearch={setSearch}
      options={data.map(({ name }) => name)}
      search={search}
      show={visibleText}
    />
  )
}

function PermissionFilter(props: FilterProps) {
  const [search, setSearch] = useState("")
  const query = withoutKey(useDebounced(search.trim()))
  const { data = [] } = useRead(["permission-options", query], (client) =>
    client.permissions.listPermissions({ limit: 50, ...(query !== "" && { search: query }) }),
  )
  return (
    <FilterSelect
      {...props}
      label="Permission"
      onSearch={setSearch}
      options={data.map(({ slug }) => slug)}
      search={search}
      show={visibleText}
    />
  )
}
