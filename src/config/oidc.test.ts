import { describe, expect, test } from "bun:test"
import { readConfig } from "../config.ts"

const complete = {
  KEYWARD_OIDC_ISSUER: "https://accounts.example.com/",
  KEYWARD_OIDC_CLIENT_ID: "keyward",
  KEYWARD_OIDC_CLIENT_SECRET: "a secret",
  KEYWARD_OIDC_DOMAINS: "Example.com, bücher.example",
  KEYWARD_OIDC_WORKSPACE: "ws_1CeGXWUoiGrkJ5v2n3YvQb",
  KEYWARD_OIDC_ROLE: "developer",
}
const read = (environment: Readonly<Record<string, string>>) =>
  readConfig({ environment: { ...environment }, isTerminal: false }).config

describe("the settings of single sign-on", () => {
  test("keep the issuer as it is written, and domains in the form of addresses", () => {
    const secret = { ...complete, KEYWARD_OIDC_CLIENT_SECRET: "secret" }
    expect(read(secret)).toMatchObject({
      oidcIssuer: "https://accounts.example.com/",
      oidcDomains: ["example.com", "xn--bcher-kva.example"],
      oidcRole: "developer",
    })
    expect(() => read(complete)).toThrow("KEYWARD_OIDC_CLIENT_SECRET must have 1 to 512 visible ASCII characters.")
  })

  const { KEYWARD_OIDC_CLIENT_SECRET: _secret, ...usual } = complete
  const without = (...names: readonly (keyof typeof usual)[]) =>
    Object.fromEntries(Object.entries(usual).filter(([name]) => !names.some((one) => one === name)))
  test.each([
    ["a role without domains", without("KEYWARD_OIDC_DOMAINS"), "KEYWARD_OIDC_ROLE needs KEYWARD_OIDC_DOMAINS"],
    ["a role without a workspace", without("KEYWARD_OIDC_WORKSPACE"), "needs KEYWARD_OIDC_WORKSPACE"],
    ["domains without a role", without("KEYWARD_OIDC_ROLE"), "need KEYWARD_OIDC_ROLE"],
    ["an issuer without a client", without("KEYWARD_OIDC_CLIENT_ID"), "needs KEYWARD_OIDC_CLIENT_ID"],
    ["a client without an issuer", without("KEYWARD_OIDC_ISSUER"), "needs KEYWARD_OIDC_ISSUER"],
    ["a role above developer", { ...usual, KEYWARD_OIDC_ROLE: "admin" }, "must be viewer or developer"],
    ["an issuer without TLS", { ...usual, KEYWARD_OIDC_ISSUER: "http://accounts.example.com" }, "https URL"],
    ["a domain that is none", { ...usual, KEYWARD_OIDC_DOMAINS: "example.com,*" }, "domains such as example.com"],
    ["a domain without a dot", { ...usual, KEYWARD_OIDC_DOMAINS: "com" }, "domains such as example.com"],
  ])("refuse to start with %s", (_case, environment, message) => {
    expect(() => read(environment)).toThrow(message)
  })
})
