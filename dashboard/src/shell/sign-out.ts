import { clientFor } from "../client.ts"
import { stopAsking } from "../sign-in-request.ts"

export async function signOut(): Promise<void> {
  stopAsking()
  await clientFor("operator").sessions.signOut({})
  location.replace("/sign-in")
}
