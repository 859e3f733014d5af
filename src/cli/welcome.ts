import type { Welcome } from "../first-start.ts"

/** Shown at the first start, and never again: the keys in it are kept nowhere in clear. */
export function welcomeText(url: string, { operatorKey, workspaceId, rootKey }: Welcome): string {
  return `
Welcome to Keyward. These two keys are shown once; keep them now.

  Operator key  ${operatorKey}
  Root key      ${rootKey}   (workspace ${workspaceId})

Create an identity:
  curl -s ${url}/v2/identities.createIdentity -H 'Authorization: Bearer ${rootKey}' -H 'Content-Type: application/json' -d '{"externalId":"user_1","meta":{"plan":"pro"}}'

List the identities:
  curl -s ${url}/v1/identities.listIdentities -H 'Authorization: Bearer ${rootKey}'

Disable the workspace and see the 403:
  curl -s ${url}/v2/workspaces.disableWorkspace -H 'Authorization: Bearer ${operatorKey}' -H 'Content-Type: application/json' -d '{"workspaceId":"${workspaceId}","reason":"owner_request"}' && curl -s ${url}/v1/identities.listIdentities -H 'Authorization: Bearer ${rootKey}'
`
}
