import { z } from "zod"

/**
 * An e-mail address in the one form that is stored and compared: NFC, ASCII letters in lower case, the domain in
 * punycode. It identifies a user, and proves nothing about who receives its mail.
 */
function normalizeEmail(text: string): string | undefined {
  const normalized = text.normalize("NFC").replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  if (!addressPattern().test(normalized)) return undefined
  const at = normalized.lastIndexOf("@")
  const domain = asciiDomain(normalized.slice(at + 1))
  return domain && `${normalized.slice(0, at)}@${domain}`
}

/** No white space, control or formatting characters (which include bidirectional ones), and one `@`. */
const localPart = '[^\\s\\p{C}@"(),:;<>\\[\\]\\\\]{1,64}'
const domainPart = "[\\p{L}\\p{M}\\p{N}\\-]{1,63}(?:\\.[\\p{L}\\p{M}\\p{N}\\-]{1,63}){0,8}"
const addressSource = `^${localPart}@${domainPart}$`

let compiled: RegExp | undefined

/** Compiled on first use: its tables of Unicode would take a twentieth of the start of every command. */
function addressPattern(): RegExp {
  compiled ??= new RegExp(addressSource, "u")
  return compiled
}

function asciiDomain(domain: string): string | undefined {
  const url = `http://${domain}`
  const host = URL.canParse(url) ? new URL(url).hostname : ""
  return /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(host) && !/^[\d.]+$/.test(host) ? host : undefined
}

export const email = z
  .string()
  .min(3)
  .max(254)
  .refine((text) => normalizeEmail(text) !== undefined, { error: "must be an e-mail address", abort: true })
  .transform((text) => normalizeEmail(text) ?? text)
  .meta({ pattern: addressSource, examples: ["ada@example.com"] })
