import { z } from "zod"
import { isLoopback } from "./loopback.ts"

/** Forms of addresses and images that customers of others will see. */

function parsed(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}

/** Whether a page with this address can be trusted not to be someone else's: http only on this machine. */
function isSafe({ protocol, hostname, username, password }: URL): boolean {
  const isProtected = protocol === "https:" || (protocol === "http:" && isLoopback(hostname))
  return isProtected && username === "" && password === ""
}

/** Hosts may have a semicolon or a comma, which would end a directive of the Content-Security-Policy. */
const originCharacters = /^https?:\/\/[\w.:[\]-]+$/

/** Written exactly as browsers write an origin, so that it can be compared and sent in a header. */
export const siteOrigin = z
  .string()
  .max(255)
  .refine(
    (text) => {
      const url = parsed(text)
      return url !== undefined && url.origin === text && isSafe(url) && originCharacters.test(text)
    },
    { error: "must be an origin such as https://app.example.com, without path and wildcards" },
  )
  .meta({ pattern: "^https?://[\\w.:[\\]-]+$", examples: ["https://app.example.com"] })

export const httpsUrl = z
  .string()
  .max(2_048)
  .refine(
    (text) => {
      const url = parsed(text)
      return url !== undefined && url.protocol === "https:" && isSafe(url)
    },
    { error: "must be an https URL" },
  )
  .overwrite((text) => parsed(text)?.href ?? text)
  .meta({ pattern: "^[Hh][Tt][Tt][Pp][Ss]:" })

/** The origin of an address to which a page may lead; undefined for everything else. */
export function originOfPage(text: string): string | undefined {
  const url = parsed(text)
  return url !== undefined && isSafe(url) ? url.origin : undefined
}

const logoBytes = 32_768

/** Judged by its content, because a browser does that too. */
export const logoImage = z
  .string()
  .max(Math.ceil((logoBytes * 4) / 3) + 64)
  .refine((text) => isImage(text), {
    error: `must be a data URL with a PNG, JPEG or WebP image of at most ${logoBytes} bytes`,
  })
  .meta({ pattern: "^data:image/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$" })

const imageUrl = /^data:image\/(png|jpeg|webp);base64,([A-Za-z0-9+/]+={0,2})$/

function isImage(text: string): boolean {
  const [, type, base64 = ""] = imageUrl.exec(text) ?? []
  if (type === undefined || base64.length % 4 !== 0) return false
  const bytes = atob(base64)
  return bytes.length <= logoBytes && typeOf(bytes) === type
}

function typeOf(bytes: string): string | undefined {
  if (bytes.startsWith("\x89PNG\r\n\x1a\n")) return "png"
  if (bytes.startsWith("\xff\xd8\xff")) return "jpeg"
  return bytes.startsWith("RIFF") && bytes.slice(8, 12) === "WEBP" ? "webp" : undefined
}
