import { bareHandler } from "./bare-handler.ts"

/** The baseline of every ratio: a server that does nothing else. */
const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: bareHandler })
process.stdout.write(`${JSON.stringify({ port: server.port })}\n`)
