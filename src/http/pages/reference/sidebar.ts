import type { OpenApiDocument } from "../../openapi/model.ts"
import type { Sidebar, SidebarGroup } from "../layout/sidebar.ts"
import { objectHref, operationHref } from "./hrefs.ts"
import { homeOf, tasks } from "./tasks.ts"

/** The tasks first, then objects and errors. */
export function referenceSidebar({ components }: OpenApiDocument, current: string): Sidebar {
  const groups = tasks.map(
    ({ title, operations }): SidebarGroup => ({
      title,
      isFolded: operations.length > 3,
      links: operations.map((name) => ({ label: homeOf(name).title, href: operationHref(name) })),
    }),
  )
  const objects: SidebarGroup = {
    title: "Objects",
    isFolded: true,
    links: Object.keys(components.schemas).map((name) => ({ label: name, href: objectHref(name) })),
  }
  const start: SidebarGroup = { title: "Reference", links: [{ label: "All operations", href: "/reference" }] }
  const more: SidebarGroup = {
    title: "More",
    links: [
      { label: "Errors", href: "/api-reference/errors-v2/service" },
      { label: "OpenAPI document", href: "/openapi.json" },
    ],
  }
  return { label: "Operations", groups: [start, ...groups, objects, more], current }
}
