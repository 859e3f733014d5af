import type { Operation } from "../../src/operations/operation.ts"
import { startKeyward, type TestOptions, type TestServer } from "../harness/harness.ts"
import { startOidcProvider, type TestProvider } from "../services/oidc-provider.ts"

export interface Installation extends AsyncDisposable {
  readonly server: TestServer
  readonly provider?: TestProvider
}

/** A server of its own, if the example of an operation needs one. */
export async function ownInstallation(operation: Operation, options: TestOptions): Promise<Installation | undefined> {
  return needsOwnInstallation(operation) ? startInstallation(operation, options) : undefined
}

export function needsOwnInstallation({ name }: Operation): boolean {
  return needsProvider.has(name) || needsOwnServer.has(name)
}

export function startInstallation({ name }: Operation, options: TestOptions): Promise<Installation> {
  return needsProvider.has(name) ? withProvider(options) : withoutProvider(options)
}

/** They create the first user, or list everything that the installation has. */
const needsOwnServer = new Set([
  "setup.createFirstUser",
  "setup.getState",
  "users.listUsers",
  "workspaces.listWorkspaces",
])

const needsProvider = new Set(["account.linkOidc", "account.unlinkOidc"])

export async function withoutProvider(options: TestOptions): Promise<Installation> {
  const server = await startKeyward(options)
  return { server, [Symbol.asyncDispose]: () => server.stop() }
}

export async function withProvider(options: TestOptions): Promise<Installation> {
  const provider = await startOidcProvider()
  const server = await startKeyward({ ...options, environment: { ...options.environment, ...provider.settings } })
  return {
    server,
    provider,
    async [Symbol.asyncDispose]() {
      await server.stop()
      await provider.stop()
    },
  }
}
