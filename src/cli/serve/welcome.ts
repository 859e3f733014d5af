import type { Welcome } from "../../first-start.ts"

/** Where a program on the same machine reaches the server. */
export function addressOf(host: string, port: number): string {
  if (/^(127\.0\.0\.1|0\.0\.0\.0|::|localhost)$/.test(host)) return `http://localhost:${port}`
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`
}

/** What a start has to say to somebody who has no keys yet. */
export function welcomeText(address: string, welcome: Welcome): string {
  return welcome.type === "minted" ? mintedText(address, welcome) : presetText(address)
}

/** Shown at the first start, and never again: the keys in it are kept nowhere in clear. */
function mintedText(
  address: string,
  { operatorKey, rootKey, workspaceId }: Extract<Welcome, { readonly type: "minted" }>,
): string {
  const list = curl(`${address}/v1/identities.listIdentities`, `Authorization: Bearer ${rootKey}`)
  return `
Welcome to Keyward. These two keys are shown once; keep them now.

  Operator key  ${operatorKey}
  Root key      ${rootKey}   (workspace ${workspaceId})

Create an identity:
  ${curl(`${address}/v2/identities.createIdentity`, `Authorization: Bearer ${rootKey}`, { externalId: "user_1", meta: { plan: "pro" } })}

List the identities:
  ${list}

Disable the workspace and see the 403:
  ${curl(`${address}/v2/workspaces.disableWorkspace`, `Authorization: Bearer ${operatorKey}`, { workspaceId, reason: "owner_request" })} && ${list}
  (workspaces.enableWorkspace with the operator key and the same workspaceId undoes it.)
`
}

/** Nothing here is secret: the shell that runs the line fills the key in. */
function presetText(address: string): string {
  const create = `${address}/v2/workspaces.createWorkspace`
  return `
Welcome to Keyward. The operator key is the one in KEYWARD_OPERATOR_KEY; there is no workspace yet.

Create one, and keep the root key that comes back:
  curl -sw '\\n' '${create}' -H "Authorization: Bearer $KEYWARD_OPERATOR_KEY" -H 'Content-Type: application/json' -d '{"name":"My workspace"}'
`
}

/** Quoted throughout, so that no shell finds anything to expand in it. */
function curl(url: string, authorization: string, body?: unknown): string {
  const sent = body === undefined ? "" : ` -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`
  return `curl -sw '\\n' '${url}' -H '${authorization}'${sent}`
}
