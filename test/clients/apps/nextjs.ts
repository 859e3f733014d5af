// Route handlers as Next.js calls them, wrapped by @unkey/nextjs.
import { type NextContext, type NextRequestWithUnkeyContext, withUnkey } from "@unkey/nextjs"
import { NextRequest, NextResponse } from "next/server"

const rootKey = process.env.UNKEY_ROOT_KEY ?? ""
const describeKey = ({ unkey }: NextRequestWithUnkeyContext) => NextResponse.json(unkey.data)

const handlers: Readonly<Record<string, (request: NextRequest, context: NextContext) => Promise<Response>>> = {
  "/plain": withUnkey(describeKey, { rootKey }),
  "/guarded": withUnkey(describeKey, {
    rootKey,
    permissions: "documents.read",
    tags: ["app=nextjs"],
    handleInvalidKey: (_, { data }) => NextResponse.json({ refused: data.code }, { status: 403 }),
  }),
  "/in-query": withUnkey(describeKey, { rootKey, getKey: ({ nextUrl }) => nextUrl.searchParams.get("key") }),
  "/unknown-root-key": withUnkey(describeKey, { rootKey: "kw_root_nobody" }),
  "/limited-root-key": withUnkey(describeKey, {
    rootKey: process.env.LIMITED_ROOT_KEY ?? "",
    onError: (_, error) => NextResponse.json({ onError: error.statusCode }, { status: 502 }),
  }),
}

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  async fetch(request) {
    const nextRequest = new NextRequest(request)
    const handler = handlers[nextRequest.nextUrl.pathname]
    if (handler === undefined) return new NextResponse(null, { status: 404 })
    return handler(nextRequest, { params: Promise.resolve({}) })
  },
  error: (error) => Response.json({ thrown: error.name }, { status: 500 }),
})
console.log(`listening on ${server.url.origin}`)
