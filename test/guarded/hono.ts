import { type KeywardVariables, withKeyward } from "@keyward/client/hono"
import { type Context, Hono } from "hono"
import { connect, type GuardedApp, type GuardedSettings, guardedRoutes, shown } from "./routes.ts"

interface Environment {
  Variables: KeywardVariables
}

export async function startHono(settings: GuardedSettings): Promise<GuardedApp> {
  const keyward = connect(settings)
  const routes = guardedRoutes<Context<Environment>>(settings, (context) => ({
    query: (name) => context.req.query(name),
    header: (name) => context.req.header(name),
  }))
  const app = new Hono<Environment>()
  app.onError((error, context) => context.text(error.message, 500))
  for (const [path, options] of Object.entries(routes)) {
    app.get(path, withKeyward(keyward, options), (context) => context.json(shown(context.get("keyward"))))
  }
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: app.fetch })
  return { url: server.url.origin, stop: () => server.stop(true) }
}
