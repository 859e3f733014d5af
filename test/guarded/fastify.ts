import { verdictOf, withKeyward } from "@keyward/client/fastify"
import fastify, { type FastifyRequest } from "fastify"
import { connect, type GuardedApp, type GuardedSettings, guardedRoutes, shown } from "./routes.ts"

export async function startFastify(settings: GuardedSettings): Promise<GuardedApp> {
  const keyward = connect(settings)
  const routes = guardedRoutes<FastifyRequest>(settings, (request) => ({
    query: (name) => new URL(request.url, "http://localhost").searchParams.get(name) ?? undefined,
    header: (name) => request.headers[name]?.toString(),
  }))
  const app = fastify()
  for (const [path, options] of Object.entries(routes)) {
    app.get(path, { onRequest: withKeyward(keyward, options) }, async (request) => shown(verdictOf(request)))
  }
  app.get("/unguarded", async (request) => shown(verdictOf(request)))
  const url = await app.listen({ port: 0, host: "127.0.0.1" })
  return { url, stop: () => app.close() }
}
