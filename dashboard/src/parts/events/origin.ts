import type { Event } from "@keyward/client"

/** From where a change came: "in the dashboard". Empty if Keyward made it. */
export function originInWords({ type, sessionId }: Event["actor"]): string {
  if (sessionId !== undefined || type === "user") return "in the dashboard"
  return type === "system" ? "" : "through the API"
}
