import type { Welcome } from "../../first-start.ts"

/** The address of the server for programs on the same machine. */
export function addressOf(host: string, port: number): string {
  if (/^(127\.0\.0\.1|0\.0\.0\.0|::|localhost)$/.test(host)) return `http://localhost:${port}`
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`
}

/** What a new installation shows in a terminal. */
export interface Greeting {
  readonly address: string
  /** Absent if the installation has a user, or is shown by a process that creates no link. */
  readonly setupLink: string | undefined
  readonly welcome: Welcome | undefined
  readonly dataDir: string
}

/** The text of a start in a terminal. Empty if there is nothing to set up. */
export function greeting({ address, setupLink, welcome, dataDir }: Greeting): string {
  const parts = [
    welcome && "Welcome to Keyward.",
    setupLink && linkText(setupLink),
    welcome?.type === "minted" ? tryText(address, welcome, setupLink ? "Or paste" : "Paste") : undefined,
    welcome?.type === "minted" ? keysText(welcome, dataDir) : undefined,
    welcome?.type === "preset" ? presetText(address) : undefined,
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? "" : `\n${parts.join("\n\n")}\n`
}

type MintedWelcome = Extract<Welcome, { readonly type: "minted" }>

function linkText(link: string): string {
  return `Create your account in the browser. The link works once, for 24 hours:\n  ${link}`
}

/** These lines need nothing but a shell, curl and grep, so they work with every way to install Keyward. */
function tryText(address: string, { rootKey }: MintedWelcome, verb: string): string {
  const curl = (operation: string, body: string) =>
    `curl -s $KEYWARD_URL/v2/${operation} -H "Authorization: Bearer $KEYWARD_KEY" -H 'Content-Type: application/json' -d ${body}`
  return `${verb} these lines into another terminal. They create an API, create a key, and verify it:
  export KEYWARD_URL=${address} KEYWARD_KEY=${rootKey}
  API=$(${curl("apis.createApi", `'{"name":"Hello"}'`)} | grep -o 'api_[^"]*')
  KEY=$(${curl("keys.createKey", `'{"apiId":"'$API'","prefix":"hello"}'`)} | grep -o 'hello_[^"]*')
  ${curl("keys.verifyKey", `'{"key":"'$KEY'"}'`)}; echo`
}

/** Shown once: only hashes of the keys are stored. */
function keysText({ operatorKey, rootKey, workspaceId }: MintedWelcome, dataDir: string): string {
  return `Save these keys now. Keyward shows them only once, and keeps only their hashes, in ${dataDir}:
  Operator key  ${operatorKey}
  Root key      ${rootKey}   (workspace ${workspaceId})`
}

/** The text for a file, because a log is no place for secrets. */
export function firstKeysText(welcome: MintedWelcome, setupLink: string | undefined): string {
  const link = setupLink === undefined ? "" : `\n${linkText(setupLink)}\n`
  return `Keyward wrote this file at its first start. Save the keys, then delete this file.

  Operator key  ${welcome.operatorKey}
  Root key      ${welcome.rootKey}   (workspace ${welcome.workspaceId})
${link}`
}

/** Contains no secret: the shell that runs the command inserts the key. */
export function presetText(address: string): string {
  const create = `${address}/v2/workspaces.createWorkspace`
  return `Your operator key is the value of KEYWARD_OPERATOR_KEY. There is no workspace yet.
Create a workspace, and save the root key from the response:
  curl -sw '\\n' '${create}' -H "Authorization: Bearer $KEYWARD_OPERATOR_KEY" -H 'Content-Type: application/json' -d '{"name":"My workspace"}'`
}
