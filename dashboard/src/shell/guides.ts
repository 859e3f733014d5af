import { administration, operation, work } from "./entries.ts"

const account = "/docs/guides/people-and-roles#passkeys"

/** The part of the docs that explains a page of the dashboard. The account has an address without a workspace too. */
export function guideTo(pathname: string): string {
  const [section, , page] = pathname.split("/").slice(1)
  if (section === "operator") {
    return operation.find(({ to }) => pathname.startsWith(to))?.guide ?? "/docs/production"
  }
  if (section === "account" || page === "account") return account
  const entry = [...work, ...administration].find(({ to }) => to === `/w/$workspaceId/${page}`)
  return entry?.guide ?? "/docs/guides/dashboard"
}
