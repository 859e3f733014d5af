import { clientFor } from "../client.ts"

export async function signOut(): Promise<void> {
  await clientFor("operator").sessions.signOut({})
  location.replace("/sign-in")
}
