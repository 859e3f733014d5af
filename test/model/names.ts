/** Few names, so that a sequence uses the same objects repeatedly. */

export const slugs = ["docs.read", "docs.write", "docs.*", "admin:all"] as const
export const roleNames = ["reader", "writer", "Reader"] as const
export const externalIds = ["user_1", "User_1", "user_2", "user_3"] as const
export const planNames = ["free", "pro", "Pro"] as const
export const limitNames = ["requests", "tokens", "uploads"] as const
export const namespaceNames = ["email", "upload", "login"] as const
export const identifiers = ["user_1", "user_2", "vip_1"] as const
export const patterns = ["user_1", "vip_1", "user_*", "*_1", "*"] as const
export const networks = ["10.0.0.0/8", "192.0.2.0/24", "2001:db8::/32"] as const
export const addresses = ["10.1.2.3", "::ffff:10.1.2.3", "192.0.2.9", "2001:db8::5", "203.0.113.1"] as const
export type Address = (typeof addresses)[number]

/** Written independently of the implementation. */
const networkOf: Readonly<Record<Address, string | undefined>> = {
  "10.1.2.3": "10.0.0.0/8",
  "::ffff:10.1.2.3": "10.0.0.0/8",
  "192.0.2.9": "192.0.2.0/24",
  "2001:db8::5": "2001:db8::/32",
  "203.0.113.1": undefined,
}

/** docs/contract.md#19-verification-semantics, step 5, for one of the two lists. */
export function isAllowedFrom(list: readonly string[], address: Address | undefined): boolean {
  if (list.length === 0) return true
  const network = address === undefined ? undefined : networkOf[address]
  return network !== undefined && list.includes(network)
}
