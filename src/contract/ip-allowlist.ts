import { z } from "zod"
import { networkPattern } from "./address-patterns.ts"
import { parseNetwork } from "./cidr.ts"

/** The longest network, an IPv6 one with dotted octets at its end, has 49 characters. */
const network = z
  .string()
  .max(64, { abort: true })
  .refine((text) => parseNetwork(text) !== undefined, {
    error: "must be an IPv4 or IPv6 network in CIDR form, such as 10.0.0.0/8, or one address",
    abort: true,
  })
  .overwrite((text) => parseNetwork(text) ?? text)
  .meta({ id: "Network", pattern: networkPattern, examples: ["10.0.0.0/8", "2001:db8::/32", "192.0.2.1"] })

/** Networks in canonical text, each once, in the order they were sent. */
export const ipAllowlist = z
  .array(network)
  .max(100)
  .overwrite((networks) => [...new Set(networks)])

/** A list that replaces the one that is there; null empties it. */
export const ipAllowlistPatch = ipAllowlist.nullable().transform((networks) => networks ?? [])
