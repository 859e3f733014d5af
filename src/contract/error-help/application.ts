import { call, command, type HelpFor, setting } from "./error-help.ts"

export const applicationHelp: HelpFor<"application"> = {
  "application/route_not_found": {
    causes: [
      "The name of the operation is misspelled. Names are case-sensitive.",
      "The address of the server contains a path, such as `/v2`, and the client adds it a second time.",
      "A proxy changes the path, or forwards to another program.",
    ],
    fixes: [
      call("Call `POST /v2/<resource>.<operation>`.", "keys.listKeys", {}),
      { text: "Give a client only scheme, host and port, such as `https://keys.example.com`." },
    ],
    guide: "/docs/guides/behind-a-proxy#rules-for-every-proxy",
  },
  "application/method_not_allowed": {
    causes: ["Operations take POST. The request is a GET, for example from a browser or from a redirect."],
    fixes: [
      call("Send a POST with a JSON body. `{}` is a body too.", "apis.listApis", {}),
      { text: "Use `https://` if a proxy redirects from `http://`: many clients turn a redirected POST into a GET." },
    ],
    guide: "/docs/guides/behind-a-proxy#rules-for-every-proxy",
  },
  "application/unsupported_media_type": {
    causes: [
      "The request has no `Content-Type`, or another one. `curl -d` sends a form unless you name the type.",
      "The client or a proxy compresses the body.",
    ],
    fixes: [
      call("With curl, name the type in a header.", "keys.verifyKey", {
        key: "acme_6L5yRNPTuciSgXGHqYwn9N6NeoDywHBd2Z7NgZ",
      }),
    ],
    guide: "/docs/contract#61-bodies",
  },
  "application/body_too_large": {
    causes: [
      "The request creates or imports too many objects at once.",
      "`meta` holds data that belongs in your own database.",
    ],
    fixes: [
      { text: "Send fewer objects per call, and make several calls." },
      command(
        "Import large files with the command line, which splits them.",
        'keyward import --from csv keys.csv --api "$API_ID" --dry-run',
      ),
    ],
    guide: "/docs/guides/issue-keys#for-many-customers-up-to-1000-keys-per-call",
  },
  "application/invalid_json": {
    causes: [
      "The shell has removed the quotes of the body.",
      "The body has a trailing comma, single quotes or comments.",
      "The body is not in UTF-8, or starts with a byte order mark.",
    ],
    fixes: [
      call("In a shell, put single quotes around the body.", "apis.createApi", { name: "Payments" }),
      command("Let the command line write the JSON.", "keyward apis create Payments"),
    ],
    guide: "/docs/quick-start#verify-the-key",
  },
  "application/invalid_input": {
    causes: [
      "A required field is missing, or a field is misspelled: unknown fields are refused.",
      "A value has the wrong type, or is out of bounds. Times are Unix milliseconds.",
      "A field contradicts another one, or the state of the object.",
    ],
    fixes: [
      { text: "Each entry of the list names a field, what is allowed, and often what to send." },
      command("See every field of an operation, with its bounds.", "keyward keys create --help"),
    ],
    guide: "/docs/contract#61-bodies",
  },
  "application/permissions_query_syntax_error": {
    causes: [
      "The query uses `&&`, `||` or a comma instead of `AND` and `OR`.",
      "A parenthesis is missing, or two permissions follow each other without an operator.",
    ],
    fixes: [
      call("Combine permissions with `AND`, `OR` and parentheses.", "keys.verifyKey", {
        key: "acme_6L5yRNPTuciSgXGHqYwn9N6NeoDywHBd2Z7NgZ",
        permissions: "documents.read AND (documents.write OR admin)",
      }),
    ],
    guide: "/docs/concepts#permissions-and-roles",
  },
  "application/request_timeout": {
    causes: [
      "The client stopped sending before the body was complete.",
      "`Content-Length` is larger than the body.",
      "The client closed the connection, or gave up, before the change was stored.",
    ],
    fixes: [
      { text: "Repeat the request with the same `Idempotency-Key`, so that a change happens only once." },
      { text: "Give the client a timeout of more than 30 seconds, and let it compute `Content-Length`." },
    ],
    guide: "/docs/failures#connections-of-clients",
  },
  "application/precondition_failed": {
    causes: [
      "A verification names a rate limit that neither the key nor its identity has.",
      "The change would remove the last owner: the last root key with `*`, or the last member with the role owner.",
      "The server lacks a setting: recoverable keys need an encryption key, passkeys a public URL with https, single sign-on a provider, `keyward login --web` the dashboard.",
    ],
    fixes: [
      { text: "If a setting of the server is the cause, `detail` names it. The operator must change it." },
      call("Send `limit` and `duration` with a rate limit that the key does not have.", "keys.verifyKey", {
        key: "acme_6L5yRNPTuciSgXGHqYwn9N6NeoDywHBd2Z7NgZ",
        ratelimits: [{ name: "requests", limit: 100, duration: 60_000 }],
      }),
      setting(
        "For recoverable keys, give the server 32 random bytes: `openssl rand -base64 32`.",
        "KEYWARD_ENCRYPTION_KEY=...",
      ),
    ],
    guide: "/docs/guides/plans",
  },
  "application/protected_resource": {
    causes: ["The API has delete protection, which guards its keys against accidental deletion."],
    fixes: [
      command("Remove the protection in a terminal.", 'keyward apis update "$API_ID" --no-delete-protection'),
      command(
        "If you only want to stop its keys, list them and disable them instead.",
        'keyward keys list --api "$API_ID" --only keyId --all',
      ),
    ],
    guide: "/docs/concepts#api",
  },
  "application/idempotency_in_progress": {
    causes: ["The client repeated the request before the first one was finished, for example after a short timeout."],
    fixes: [{ text: "Give the client a longer timeout. The repeated request returns the response of the first one." }],
    guide: "/docs/concepts#idempotency",
  },
  "application/idempotency_key_reused": {
    causes: [
      "The `Idempotency-Key` is fixed in the program, or is derived from something that is not unique.",
      "The request was changed and sent again with the key of the first attempt.",
    ],
    fixes: [
      command(
        "A UUID is a good value. Repeat it only with the same body.",
        'keyward keys create "$API_ID" --idempotency-key "$(uuidgen)"',
      ),
    ],
    guide: "/docs/concepts#idempotency",
  },
  "application/unexpected_error": {
    causes: ["Keyward has a bug. The change, if there was one, is not stored."],
    fixes: [
      { text: "Find `meta.requestId` in the log of the server. The line has the cause." },
      command("Check the installation.", "keyward doctor"),
      { text: "Add the log line to your report. It contains no key." },
    ],
    guide: "/docs/troubleshooting#ask-for-help",
  },
  "application/service_unavailable": {
    causes: [
      "PostgreSQL or Redis cannot be reached, or the disk is full.",
      "The server is starting or stopping, or its schema is out of date.",
      "The server is overloaded.",
    ],
    fixes: [
      command("Find out what is wrong, on the machine of the server.", "keyward doctor"),
      setting(
        "To continue without rate limits while Redis cannot be reached, let every check pass.",
        "KEYWARD_LIMITER_DOWN=open",
      ),
    ],
    guide: "/docs/failures",
  },
}
