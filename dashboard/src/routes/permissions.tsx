import { useTab } from "../address.ts"
import { usePageTitle } from "../page-title.ts"
import { useCan } from "../session.ts"
import { Page } from "../ui/page.tsx"
import { Tabs } from "../ui/tabs.tsx"
import { PermissionsTab } from "./permissions/permissions-tab.tsx"
import { RolesTab } from "./permissions/roles-tab.tsx"

export default function PermissionsPage() {
  usePageTitle("Permissions")
  const can = useCan()
  const { tab, open } = useTab(can("rbac.*.read_role") ? ["roles", "permissions"] : ["permissions"])
  return (
    <Page
      about="What keys may do. A verification can demand permissions; a key holds them directly or through roles."
      title="Permissions"
    >
      <Tabs
        label="Roles and permissions"
        onChange={open}
        tabs={[
          ...(can("rbac.*.read_role") ? [{ value: "roles" as const, label: "Roles" }] : []),
          { value: "permissions", label: "Permissions" },
        ]}
        value={tab}
      >
        {tab === "roles" ? <RolesTab /> : <PermissionsTab />}
      </Tabs>
    </Page>
  )
}
