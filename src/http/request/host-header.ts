import { invalidInput } from "../../contract/errors.ts"

/** A proxy may have routed by the other host. Bun joins repeated headers with a comma and a space. */
export function refuseTwoHosts(headers: Headers): void {
  if (headers.get("host")?.includes(", ") !== true) return
  throw invalidInput({
    location: "header.Host",
    message: "must be sent once, with a single host",
    fix: "Send one Host header.",
  })
}
