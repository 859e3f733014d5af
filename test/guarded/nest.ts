import "reflect-metadata"
import { KeyVerdict, type Verdict, withKeyward } from "@keyward/client/nest"
import { Controller, Get, Module, UseGuards } from "@nestjs/common"
import { NestFactory } from "@nestjs/core"
import type { Request } from "express"
import { connect, type GuardedApp, type GuardedSettings, guardedRoutes, shown } from "./routes.ts"

export async function startNest(settings: GuardedSettings): Promise<GuardedApp> {
  const keyward = connect(settings)
  const routes = guardedRoutes<Request>(settings, (request) => ({
    query: (name) => (typeof request.query[name] === "string" ? request.query[name] : undefined),
    header: (name) => request.get(name),
  }))
  const controllers = [
    ...Object.entries(routes).map(([path, options]) => controllerOf(path, withKeyward(keyward, options))),
    controllerOf("/unguarded", { canActivate: () => true }),
  ]
  class Application {}
  Module({ controllers })(Application)
  const app = await NestFactory.create(Application, { logger: false })
  await app.listen(0, "127.0.0.1")
  const { port } = app.getHttpServer().address()
  return { url: `http://127.0.0.1:${port}`, stop: () => app.close() }
}

/** A controller with one route, as decorators would declare it. This repository compiles without decorators. */
function controllerOf(path: string, guard: Parameters<typeof UseGuards>[0]) {
  class Route {
    show(verdict: Verdict) {
      return shown(verdict)
    }
  }
  const method = Object.getOwnPropertyDescriptor(Route.prototype, "show") ?? {}
  Controller(path)(Route)
  Get()(Route.prototype, "show", method)
  UseGuards(guard)(Route.prototype, "show", method)
  KeyVerdict()(Route.prototype, "show", 0)
  return Route
}
