import { withKeyward } from "@keyward/client/express"
import express, { type Request } from "express"
import { connect, type GuardedApp, type GuardedSettings, guardedRoutes, shown } from "./routes.ts"

export async function startExpress(settings: GuardedSettings): Promise<GuardedApp> {
  const keyward = connect(settings)
  const routes = guardedRoutes<Request>(settings, (request) => ({
    query: (name) => (typeof request.query[name] === "string" ? request.query[name] : undefined),
    header: (name) => request.get(name),
  }))
  // Without it Express prints what goes wrong in the tests of that.
  const app = express().set("env", "test")
  for (const [path, options] of Object.entries(routes)) {
    app.get(path, withKeyward(keyward, options), (request, response) => {
      response.json(shown(request.keyward))
    })
  }
  const server = app.listen(0, "127.0.0.1")
  await new Promise((resolve) => server.once("listening", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("The application listens on no port.")
  return {
    url: `http://127.0.0.1:${address.port}`,
    async stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
