import type { Resource } from "./resource.ts"

/** The resources about people who sign in, as in resources.ts. */
export const peopleResources = {
  members: {
    title: "Members",
    description: "The people who may act in a workspace, and their roles.",
    section: "People",
    grants: {
      resource: "member",
      actions: [],
      wildcardActions: ["read_member", "invite_member", "update_member", "remove_member"],
    },
    objects: {
      member: {
        noun: "member",
        events: ["created", "updated", "deleted"],
        picker: { fields: ["userId"], list: "members.listMembers", value: "userId", label: "email" },
      },
      invitation: {
        noun: "invitation",
        idPrefix: "inv",
        events: ["created", "accepted", "revoked"],
        picker: { fields: ["invitationId"], list: "members.listInvitations", value: "invitationId", label: "email" },
      },
    },
  },
  users: {
    title: "Users",
    description: "The people of the installation. The operator manages them.",
    section: "Operate",
    objects: {
      user: { noun: "user", idPrefix: "usr", events: ["created", "updated", "deleted"] },
      reset: { noun: "reset link", events: ["created", "used", "revoked"] },
    },
  },
  sessions: {
    title: "Sessions",
    description: "Sign in and out with a browser.",
    section: "Sign in with a browser",
    objects: { session: { noun: "session", idPrefix: "ses", events: ["created", "revoked", "refused"] } },
  },
  setup: {
    title: "Setup",
    description: "Use the link that creates the first user.",
    section: "Sign in with a browser",
    objects: { setup: { noun: "setup link", events: ["used"] } },
  },
  invitations: {
    title: "Invitations",
    description: "Accept the link that makes a person a member.",
    section: "Sign in with a browser",
  },
  resets: {
    title: "Reset links",
    description: "Use the link that sets a new password.",
    section: "Sign in with a browser",
  },
  account: {
    title: "Account",
    description: "The account of the person who has signed in.",
    section: "Your account",
    objects: { passkey: { noun: "passkey", idPrefix: "pk", events: [] } },
  },
  deviceLogins: {
    title: "Device logins",
    description: "Sign a terminal in through a browser.",
    section: "Sign a terminal in",
    objects: { device_login: { noun: "device login", idPrefix: "dvl", events: ["approved", "denied"] } },
  },
} as const satisfies Readonly<Record<string, Resource>>
