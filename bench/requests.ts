import { sha256 } from "../src/secrets/hash.ts"
import { benchKey } from "./bench-key.ts"
import type { Work } from "./job.ts"

/** Requests as bytes, prepared in advance if there are few enough. */
export function requestsOf(work: Work): () => Buffer {
  const { first, count } = work
  const build = work.isOfGateway === true ? questionsOf(work) : callsOf(work)
  let turn = 0
  if (count > preparedAtMost) return () => build(first + (turn++ % count))
  const prepared = Array.from({ length: count }, (_, index) => build(first + index))
  // Steps through all requests in an order that defeats caching by neighbourhood.
  const step = coprimeStep(count)
  return () => {
    turn = (turn + step) % count
    return prepared[turn] ?? Buffer.alloc(0)
  }
}

function callsOf({ path, bearer, body }: Work): (number: number) => Buffer {
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${bearer}\r\nContent-Type: application/json\r\nContent-Length: `
  return (number) => {
    let hashed = number * hashesAtMost
    const text = body.replace("{n}", benchKey(number)).replaceAll("{hash}", () => sha256(benchKey(hashed++)))
    return Buffer.from(`${head}${Buffer.byteLength(text)}\r\n\r\n${text}`)
  }
}

function questionsOf({ path, bearer }: Work): (number: number) => Buffer {
  const head = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nKeyward-Authorization: Bearer ${bearer}\r\nAuthorization: Bearer `
  return (number) => Buffer.from(`${head}${benchKey(number)}\r\n\r\n`)
}

const preparedAtMost = 100_000

/** The most keys that one request may import. */
const hashesAtMost = 10_000

function coprimeStep(count: number): number {
  const divides = (one: number, other: number): boolean => (other === 0 ? one === 1 : divides(other, one % other))
  let step = Math.floor(count * 0.618) || 1
  while (!divides(count, step)) step += 1
  return step
}
