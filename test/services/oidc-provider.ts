import { generateKeyPairSync, randomBytes } from "node:crypto"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import Provider from "oidc-provider"
import { listen } from "./listen.ts"

/** A person with an account at the provider. */
export interface ProviderPerson {
  readonly subject: string
  readonly email: string
  readonly isVerified: boolean
  readonly name: string
}

/** A real OpenID Connect provider, which signs in `person` without asking. */
export interface TestProvider {
  readonly issuer: string
  readonly settings: Readonly<Record<string, string>>
  person: ProviderPerson
  stop(): Promise<void>
  /** Listens again on the same port. */
  resume(): Promise<void>
}

const client = { id: "keyward", secret: randomBytes(24).toString("hex") }

export async function startOidcProvider(): Promise<TestProvider> {
  let handle: RequestListener = (_request, response) => response.end()
  const create = () => createServer((request, response) => handle(request, response))
  let server = await listen(create)
  const { port } = server.address() as AddressInfo
  const issuer = `http://localhost:${port}`
  const people = new Map<string, ProviderPerson>()
  const running = {
    issuer,
    settings: {
      KEYWARD_OIDC_ISSUER: issuer,
      KEYWARD_OIDC_CLIENT_ID: client.id,
      KEYWARD_OIDC_CLIENT_SECRET: client.secret,
    },
    person: { subject: "nobody", email: "nobody@example.com", isVerified: true, name: "Nobody" },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
    async resume() {
      server = await listen(create, port)
    },
  }
  const provider = createProvider(issuer, people)
  const serve = provider.callback()
  handle = async (request, response) => {
    if (request.url?.startsWith("/interaction/") !== true) return serve(request, response)
    people.set(running.person.subject, running.person)
    await provider.interactionFinished(request, response, { login: { accountId: running.person.subject } })
  }
  return running
}

function createProvider(issuer: string, people: ReadonlyMap<string, ProviderPerson>): Provider {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })
  const provider = new Provider(issuer, {
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [`${issuer}/oidc/callback`] }],
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), kty: "RSA", use: "sig", alg: "RS256" }] },
    cookies: { keys: [randomBytes(16).toString("hex")] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    ttl: { AccessToken: 3600, AuthorizationCode: 60, IdToken: 3600, Interaction: 600, Session: 600, Grant: 600 },
    async findAccount(_context, id) {
      const person = people.get(id)
      if (person === undefined) return undefined
      const { email, isVerified, name } = person
      return { accountId: id, claims: async () => ({ sub: id, email, email_verified: isVerified, name }) }
    },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? "",
        accountId: oidc.session?.accountId ?? "",
      })
      grant.addOIDCScope("openid email profile")
      await grant.save()
      return grant
    },
  })
  // The port of Keyward is not known in advance.
  provider.Client.prototype.redirectUriAllowed = (uri) => /^http:\/\/localhost:\d+\/oidc\/callback$/.test(uri)
  return provider
}
