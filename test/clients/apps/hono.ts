// A small application that protects its routes with @unkey/hono.
import { type UnkeyContext, unkey } from "@unkey/hono"
import { Hono } from "hono"

const rootKey = process.env.UNKEY_ROOT_KEY ?? ""
const app = new Hono<{ Variables: { unkey: UnkeyContext } }>()

app.use("/plain", unkey({ rootKey }))
app.use(
  "/guarded",
  unkey({
    rootKey,
    permissions: "documents.read",
    tags: ["app=hono"],
    handleInvalidKey: (context, { data }) => context.json({ refused: data.code }, 403),
  }),
)
app.use("/in-query", unkey({ rootKey, getKey: (context) => context.req.query("key") }))
for (const [path, otherRootKey] of [
  ["/unknown-root-key", "kw_root_nobody"],
  ["/limited-root-key", process.env.LIMITED_ROOT_KEY ?? ""],
] as const) {
  app.use(
    path,
    unkey({ rootKey: otherRootKey, onError: (context, error) => context.json({ onError: error.statusCode }, 502) }),
  )
}
app.get("*", (context) => context.json(context.get("unkey").data))
app.onError((error, context) => context.json({ thrown: error.name }, 500))

const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: app.fetch })
console.log(`listening on ${server.url.origin}`)
