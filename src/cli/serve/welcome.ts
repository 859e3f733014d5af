import type { Welcome } from "../../first-start.ts"

/** The address of the server for programs on the same machine. */
export function addressOf(host: string, port: number): string {
  if (/^(127\.0\.0\.1|0\.0\.0\.0|::|localhost)$/.test(host)) return `http://localhost:${port}`
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`
}

/** The instructions of the first start. */
export function welcomeText(address: string, welcome: Welcome): string {
  return welcome.type === "minted" ? mintedText(address, welcome) : presetText(address)
}

/** Shown once, at the first start: only hashes of the keys are stored. */
function mintedText(
  address: string,
  { operatorKey, rootKey, workspaceId }: Extract<Welcome, { readonly type: "minted" }>,
): string {
  const list = curl(`${address}/v1/identities.listIdentities`, `Authorization: Bearer ${rootKey}`)
  return `
Welcome to Keyward. Save these two keys now: they are shown only once.

  Operator key  ${operatorKey}
  Root key      ${rootKey}   (workspace ${workspaceId})

Create an identity:
  ${curl(`${address}/v2/identities.createIdentity`, `Authorization: Bearer ${rootKey}`, { externalId: "user_1", meta: { plan: "pro" } })}

List the identities:
  ${list}

Disable the workspace and see the 403:
  ${curl(`${address}/v2/workspaces.disableWorkspace`, `Authorization: Bearer ${operatorKey}`, { workspaceId, reason: "owner_request" })} && ${list}
  (To undo it, call workspaces.enableWorkspace with the operator key and the same workspaceId.)
`
}

/** Contains no secret: the shell that runs the command inserts the key. */
function presetText(address: string): string {
  const create = `${address}/v2/workspaces.createWorkspace`
  return `
Welcome to Keyward. Your operator key is the value of KEYWARD_OPERATOR_KEY. There is no workspace yet.

Create a workspace, and save the root key from the response:
  curl -sw '\\n' '${create}' -H "Authorization: Bearer $KEYWARD_OPERATOR_KEY" -H 'Content-Type: application/json' -d '{"name":"My workspace"}'
`
}

/** Single quotes, so that no shell expands anything. */
function curl(url: string, authorization: string, body?: unknown): string {
  const sent = body === undefined ? "" : ` -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`
  return `curl -sw '\\n' '${url}' -H '${authorization}'${sent}`
}
