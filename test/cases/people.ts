import { type Case, casesOf } from "./case.ts"

export const people: readonly Case[] = [
  ...casesOf("members.inviteMember", [
    {
      input: { email: "second@example.com", role: "viewer" },
      keep: { invitationId: "invitationId" },
    },
    { input: { email: "nobody", role: "king" }, violations: ["body.email", "body.role"] },
  ]),
  ...casesOf("members.listInvitations", [
    { input: { limit: 2 }, data: [{ role: "developer" }, { email: "second@example.com", role: "viewer" }] },
    { as: "key", refused: "403 authorization/insufficient_permissions" },
  ]),
  ...casesOf("members.revokeInvitation", [
    { input: ({ kept }) => ({ invitationId: kept.invitationId }), data: {} },
    { input: ({ kept }) => ({ invitationId: kept.invitationId }), refused: "404 data/invitation_not_found" },
  ]),
  ...casesOf("members.listMembers", [
    { data: ({ userId }) => [{ userId, name: "Grace", role: "developer" }] },
    { input: { limit: 0 }, violations: ["body.limit"] },
  ]),
  ...casesOf("members.updateMember", [
    { input: ({ userId }) => ({ userId, role: "admin" }), data: { role: "admin" } },
    { input: { userId: "usr_unknown", role: "admin" }, refused: "404 data/member_not_found" },
  ]),
  ...casesOf("members.removeMember", [
    { input: ({ userId }) => ({ userId }), data: { rootKeys: [] } },
    { input: ({ userId }) => ({ userId }), refused: "404 data/member_not_found" },
  ]),
  ...casesOf("nodes.listNodes", [
    { as: "operator", data: [{ isCurrent: true }] },
    { as: "operator", input: { all: true }, violations: ["body.all"] },
    { refused: "403 authorization/insufficient_permissions" },
  ]),
  ...casesOf("users.listUsers", [
    { as: "operator", input: ({ userId }) => ({ search: userId }), data: [{ name: "Grace", operator: false }] },
    { refused: "403 authorization/insufficient_permissions" },
  ]),
  ...casesOf("users.updateUser", [
    { as: "operator", input: ({ userId }) => ({ userId, operator: true }), data: { operator: true } },
    { as: "operator", input: { userId: "usr_unknown", operator: true }, refused: "404 data/user_not_found" },
  ]),
  ...casesOf("users.createResetLink", [
    { as: "operator", input: ({ userId }) => ({ userId }) },
    { as: "operator", input: { userId: "usr_unknown" }, refused: "404 data/user_not_found" },
  ]),
  ...casesOf("users.listResetLinks", [
    { as: "operator", data: ({ userId }) => [{ userId, name: "Grace", createdBy: { type: "operator" } }] },
    { refused: "403 authorization/insufficient_permissions" },
  ]),
  ...casesOf("users.revokeResetLink", [
    { as: "operator", input: ({ userId }) => ({ userId }), data: { revoked: true } },
    { as: "operator", input: { userId: "usr_unknown" }, refused: "404 data/user_not_found" },
  ]),
  ...casesOf("users.deleteUser", [
    { as: "operator", input: ({ userId }) => ({ userId }), data: {} },
    { as: "operator", input: ({ userId }) => ({ userId }), refused: "404 data/user_not_found" },
  ]),
]
