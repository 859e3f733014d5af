import { fault } from "../../contract/errors.ts"
import { assetPath } from "../pages/dashboard/dashboard.ts"
import { portalPath } from "../pages/portal-page.ts"
import type { Target } from "../server/routes.ts"
import type { Service } from "../service.ts"

/** Throws 404 for everything but the portal, if the request came to the origin that the portal has to itself. */
export function portalHostRule({ portalOrigin, publicOrigin }: Pick<Service, "portalOrigin" | "publicOrigin">) {
  if (portalOrigin === undefined || portalOrigin === publicOrigin) return undefined
  const { host } = new URL(portalOrigin)
  return (headers: Headers, target: Target): void => {
    if (headers.get("host")?.toLowerCase() === host && !isOfPortal(target)) throw fault("application/route_not_found")
  }
}

function isOfPortal(target: Target): boolean {
  if (target.type === "operation") return target.operation.isOfPortal === true
  return target.type === "page" && [portalPath, assetPath].includes(target.page.path)
}
