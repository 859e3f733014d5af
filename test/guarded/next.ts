import { withKeyward } from "@keyward/client/next"
import { NextRequest, NextResponse } from "next/server"
import { connect, type GuardedApp, type GuardedSettings, guardedRoutes, shown } from "./routes.ts"

interface RouteContext {
  readonly params: Promise<{ readonly path: string }>
}

/** Route handlers as a `route.ts` exports them, called as Next.js calls them. */
export async function startNext(settings: GuardedSettings): Promise<GuardedApp> {
  const keyward = connect(settings)
  const routes = guardedRoutes<NextRequest>(settings, (request) => ({
    query: (name) => request.nextUrl.searchParams.get(name) ?? undefined,
    header: (name) => request.headers.get(name) ?? undefined,
  }))
  const handlers = Object.entries(routes).map(([path, options]) => {
    const GET = withKeyward(
      keyward,
      async (_request: NextRequest, verdict, { params }: RouteContext) =>
        NextResponse.json(shown(verdict), { headers: { "X-Path": (await params).path } }),
      options,
    )
    return [path, GET] as const
  })
  const table = new Map(handlers)
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const path = new URL(request.url).pathname
      const handler = table.get(path)
      return (
        handler?.(new NextRequest(request), { params: Promise.resolve({ path }) }) ?? new Response("", { status: 404 })
      )
    },
    error: () => new Response("", { status: 500 }),
  })
  return { url: server.url.origin, stop: () => server.stop(true) }
}
