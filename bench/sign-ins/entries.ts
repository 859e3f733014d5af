import { operatorKey } from "../processes.ts"
import { callOperation } from "../seed.ts"

/** A way in for a person who can prove who they are. */
export interface Entry {
  readonly name: string
  /** Prepares one attempt, which is not measured. The result sends it and returns the status. */
  enter(): Promise<() => Promise<number>>
}

const password = "correct horse battery staple"

/** Creates a person with an account and a session, before the flood. */
export async function openEntries(port: number, rootKey: string): Promise<readonly Entry[]> {
  const email = `${crypto.randomUUID()}@example.com`
  const invite = async (address: string) => {
    const { url } = await callOperation(port, rootKey, "members.inviteMember", { email: address, role: "viewer" })
    return { token: tokenIn(url), name: "Grace", password }
  }
  const joined = await browse(port, "invitations.acceptInvitation", await invite(email))
  const { userId } = (await joined.json()).data
  let cookie = cookiesOf(joined)
  const send =
    (operation: string, body: object, cookies = "") =>
    async () => {
      const response = await browse(port, operation, body, cookies)
      await response.arrayBuffer()
      // A browser keeps what a sign-in gives it.
      if (cookies !== "" && response.headers.getSetCookie().length > 0) cookie = cookiesOf(response)
      return response.status
    }
  return [
    { name: "sign-in", enter: async () => send("sessions.signIn", { email, password }, cookie) },
    {
      name: "invitation",
      enter: async () => send("invitations.acceptInvitation", await invite(`${crypto.randomUUID()}@example.com`)),
    },
    {
      name: "change of password",
      enter: async () => send("account.changePassword", { newPassword: password }, cookie),
    },
    {
      name: "reset",
      async enter() {
        const { url } = await callOperation(port, operatorKey, "users.createResetLink", { userId })
        return send("resets.useReset", { token: tokenIn(url), password })
      },
    },
  ]
}

function browse(port: number, operation: string, body: object, cookie = ""): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/v2/${operation}`, {
    method: "POST",
    headers: {
      Origin: `http://localhost:${port}`,
      "Content-Type": "application/json",
      "Keyward-Workspace": "operator",
      ...(cookie !== "" && { Cookie: cookie }),
    },
    body: JSON.stringify(body),
  })
}

function cookiesOf({ headers }: Response): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.slice(0, cookie.indexOf(";")))
    .join("; ")
}

function tokenIn(url: string): string {
  return url.slice(url.indexOf("#") + 1)
}
