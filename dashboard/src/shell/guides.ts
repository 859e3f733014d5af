/** The guide to each page, by the part of its address after the workspace. The account has an address without one too. */
const guides: Readonly<Record<string, string>> = {
  apis: "/docs/concepts#api",
  keys: "/docs/guides/issue-keys",
  customers: "/docs/concepts#identity",
  permissions: "/docs/concepts#permissions-and-roles",
  ratelimits: "/docs/guides/limits-per-plan",
  verifications: "/docs/guides/usage-and-billing#why-was-a-call-refused",
  events: "/docs/concepts#events",
  "root-keys": "/docs/guides/rotate-keys#a-root-key",
  members: "/docs/guides/people-and-roles",
  account: "/docs/guides/people-and-roles#passkeys",
  settings: "/docs/concepts#workspace",
}

/** The part of the docs that explains a page of the dashboard. */
export function guideTo(pathname: string): string {
  const [section, , page = ""] = pathname.split("/").slice(1)
  if (section === "operator") return "/docs/production"
  return guides[section === "account" ? section : page] ?? "/docs/guides/dashboard"
}
