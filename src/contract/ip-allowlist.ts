import { z } from "zod"
import { networkPattern } from "./address-patterns.ts"
import { parseNetwork } from "./cidr.ts"

/** The longest network text, IPv6 with dotted octets, has 49 characters. */
const network = z
  .string()
  .max(64, { abort: true })
  .refine((text) => parseNetwork(text) !== undefined, {
    error: "must be an IPv4 or IPv6 network in CIDR form, such as 10.0.0.0/8, or one address",
    abort: true,
  })
  .overwrite((text) => parseNetwork(text) ?? text)
  .meta({ id: "Network", pattern: networkPattern, examples: ["10.0.0.0/8", "2001:db8::/32", "192.0.2.1"] })

/** Canonical networks without duplicates, in the order that was sent. */
export const ipAllowlist = z
  .array(network)
  .max(100)
  .overwrite((networks) => [...new Set(networks)])

/** Replaces the stored list; null empties it. */
export const ipAllowlistPatch = ipAllowlist.nullable().transform((networks) => networks ?? [])
