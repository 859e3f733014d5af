import { call, command, type HelpFor } from "./error-help.ts"

export const authenticationHelp: HelpFor<"authentication"> = {
  "authentication/missing": {
    causes: [
      "The program sends no `Authorization` header.",
      "A proxy between the program and Keyward removes the header.",
      "The header has another name, such as `X-API-Key`.",
    ],
    fixes: [
      call("Every call needs a key, usually a root key.", "apis.listApis", {}),
      command("Store the address and the key once, for all commands.", "keyward login"),
      command("See which key a command uses, and where it comes from.", "keyward whoami"),
    ],
    guide: "/docs/troubleshooting#401-on-every-call",
  },
  "authentication/malformed": {
    causes: [
      "The variable with the key is empty, so the header is only `Bearer`.",
      "The header has no scheme, or another one, such as `Basic`.",
      "The header is sent twice, or the key contains a space or a line break.",
    ],
    fixes: [
      call("The value is the word `Bearer`, one space and one key.", "apis.listApis", {}),
      { text: "Check the key for spaces and line breaks, for example after copying it from a wrapped line." },
    ],
    guide: "/docs/troubleshooting#401-on-every-call",
  },
  "authentication/key_not_found": {
    causes: [
      "The key belongs to another installation, or is not complete.",
      "The key was deleted, or replaced by another one.",
      "The key is the id of a key, such as `key_…`, and not the key itself.",
    ],
    fixes: [
      command("Check the address and the key that you use.", "keyward whoami"),
      command(
        "Create another root key with the operator key.",
        `KEYWARD_KEY=$OPERATOR_KEY keyward root-keys create --workspace "$WORKSPACE_ID" --permissions '*'`,
      ),
      command(
        "See when a root key was deleted, and by whom.",
        `KEYWARD_KEY=$OPERATOR_KEY keyward events list --workspace "$WORKSPACE_ID" --type root_key.deleted`,
      ),
    ],
    guide: "/docs/troubleshooting#401-on-every-call",
  },
  "authentication/session_expired": {
    causes: [
      "The session has expired, or it was ended, for example in another browser.",
      "You signed in with a root key or with the operator key, and this key no longer works.",
      "The account was deleted.",
    ],
    fixes: [
      { text: "In a browser, open `/sign-in`." },
      command("In a terminal, log in through the browser.", "keyward login --web"),
      { text: "In a program, send a root key as bearer token. A root key needs no session." },
    ],
    guide: "/docs/guides/people-and-roles#sessions",
  },
  "authentication/sign_in_failed": {
    causes: [
      "The e-mail address or the password is wrong.",
      "The link was already used, has expired, or is not complete.",
      "The key is no root key, or it is disabled or expired. API keys cannot sign in.",
    ],
    fixes: [
      command(
        "If the password is lost, an operator creates a link to set a new one.",
        `KEYWARD_KEY=$OPERATOR_KEY keyward users create-reset-link "$USER_ID"`,
      ),
      command(
        "If the installation has no user yet, print a new setup link on the machine of the server.",
        "keyward setup-link",
      ),
      { text: "Ask for a new invitation if the link is an invitation." },
    ],
    guide: "/docs/guides/people-and-roles",
  },
}
