import { command, type HelpFor } from "./error-help.ts"

export const limitsHelp: HelpFor<"limits"> = {
  "limits/workspace_rate_limited": {
    causes: [
      "The calls of all root keys of the workspace exceed its `limits.requestsPerMinute`. Verifications count, and so do the calls of people who signed in with a root key.",
      "An API key is used as bearer token, and makes more than 60 calls a minute.",
      "A person who has signed in makes more than 600 calls a minute, for example with a script in the browser.",
    ],
    fixes: [
      command(
        "Raise the limit of the workspace, with the operator key.",
        `KEYWARD_KEY=$OPERATOR_KEY keyward workspaces update "$WORKSPACE_ID" --limits.requests-per-minute 6000`,
      ),
      { text: "To verify the key of a customer, call with a root key, and send the key as `key` in the body." },
      { text: "The client of Keyward waits and repeats such calls automatically." },
    ],
    guide: "/docs/troubleshooting#429-on-management-calls",
  },
  "limits/sign_in_rate_limited": {
    causes: [
      "You or another person in your network entered wrong passwords for this account.",
      "Within 15 minutes, 100 wrong passwords came from your network, for any accounts.",
      "Many strangers sign in at the same moment.",
      "A program signs in with the same key more than 10 times a minute.",
      "A program starts or polls `keyward login --web` too often.",
    ],
    fixes: [
      {
        text: "Sign in with a passkey, or in a browser in which you signed in before. Other people's attempts do not limit them.",
      },
      { text: "If all people have the address of your proxy, set `KEYWARD_TRUSTED_PROXIES`." },
      command(
        "If the password is lost, an operator creates a link to set a new one.",
        `KEYWARD_KEY=$OPERATOR_KEY keyward users create-reset-link "$USER_ID"`,
      ),
    ],
    guide: "/docs/troubleshooting#too-many-sign-ins",
  },
  "limits/too_many_streams": {
    causes: [
      "More than 20 streams with one root key are open at one node. A program that opens a new stream after each error and never closes the old one gets there.",
      "A person has Keyward open in several windows, or a script in the browser opens streams.",
    ],
    fixes: [
      { text: "Open one stream in each instance of your application, and pass its events on inside." },
      { text: "Close a stream before you open the next." },
      command(
        "Create another root key for another application.",
        "keyward root-keys create --permissions 'event.*.read_event'",
      ),
    ],
    guide: "/docs/guides/follow-events#limits",
  },
  "limits/too_many_test_deliveries": {
    causes: [
      "The endpoint of the webhook does not respond, so each test delivery waits 15 seconds.",
      "A program tests webhooks without waiting for the results.",
    ],
    fixes: [
      { text: "Test one webhook after the other." },
      { text: "Check that the endpoint responds: open its log, or send it a request from your own machine." },
    ],
    guide: "/docs/guides/webhooks",
  },
  "limits/quota_exceeded": {
    causes: [
      "The workspace has as many keys or identities as its quota allows. Disabled keys count, expired keys do not.",
      "The workspace has used its verifications of this month.",
      "The customer has as many unexpired keys as `maxKeys` of its plan allows. Rerolls do not count.",
    ],
    fixes: [
      command("See how much of each quota is used.", "keyward workspaces get-limits"),
      command(
        "An operator can raise a quota.",
        `KEYWARD_KEY=$OPERATOR_KEY keyward workspaces update "$WORKSPACE_ID" --limits.keys 20000`,
      ),
      command("Move the customer to a larger plan.", "keyward identities update user_42 --plan pro"),
    ],
    guide: "/docs/concepts#workspace",
  },
}
