import { type Case, casesOf } from "./case.ts"

export const portal: readonly Case[] = [
  ...casesOf("portal.updatePortal", [
    {
      input: { enabled: true, apis: [], name: "Acme", accent: "#0A7D5A", returnOrigins: ["https://app.example"] },
      data: { enabled: true, name: "Acme", accent: "#0a7d5a", maxKeys: 20, permissionsFrom: "plan" },
    },
    { input: { apis: ["api_1CeGXWUoiGrkJ5v2n3YvQb"] }, refused: "404 data/api_not_found" },
    { input: { frameAncestors: ["https://app.example"] }, refused: "412 application/precondition_failed" },
    {
      input: { accent: "green", docsUrl: "http://docs.example", logo: "data:image/svg+xml;base64,AAAA", maxKeys: 0 },
      violations: ["body.accent", "body.docsUrl", "body.logo", "body.maxKeys"],
    },
    { input: { returnOrigins: ["https://*.example"] }, violations: ["body.returnOrigins[0]"] },
    { input: { expiry: { default: 120_000, max: 60_000 } }, violations: ["body.expiry.default"] },
  ]),
  ...casesOf("portal.getPortal", [
    { input: {}, data: { enabled: true, apis: [], name: "Acme" } },
    { input: { workspaceId: "other" }, violations: ["body.workspaceId"] },
  ]),
  ...casesOf("portal.createSession", [
    {
      input: { externalId: "portal_1", actor: "Grace", returnUrl: "https://app.example/keys" },
      keep: { sessionId: "portalSessionId" },
    },
    { input: { identityId: "id_1CeGXWUoiGrkJ5v2n3YvQb" }, refused: "404 data/identity_not_found" },
    {
      input: { externalId: "portal_1", apis: ["api_1CeGXWUoiGrkJ5v2n3YvQb"] },
      refused: "404 data/api_not_found",
    },
    { input: { externalId: "portal_1", returnUrl: "https://app.example.evil/" }, violations: ["body.returnUrl"] },
    { input: { externalId: "portal_1", expiresIn: 1 }, violations: ["body.expiresIn"] },
    { input: {}, violations: ["body"] },
  ]),
  ...casesOf("portal.listSessions", [
    {
      input: { identity: "portal_1" },
      data: ({ kept }) => [{ sessionId: kept.portalSessionId, externalId: "portal_1", actor: "Grace" }],
    },
    { input: { identity: "portal_2" }, refused: "404 data/identity_not_found" },
  ]),
  ...casesOf("portal.revokeSessions", [
    { input: ({ kept }) => ({ sessionId: kept.portalSessionId }), data: { revoked: 1 } },
    { input: ({ kept }) => ({ sessionId: kept.portalSessionId }), data: { revoked: 0 } },
    { input: { identity: "portal_2" }, refused: "404 data/identity_not_found" },
    { input: { all: true, identity: "portal_1" }, violations: ["body"] },
  ]),
]
