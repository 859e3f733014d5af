import { expect } from "bun:test"
import { readdirSync } from "node:fs"
import { brotliDecompressSync, gunzipSync } from "node:zlib"

const types: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
}

/** Fetches the dashboard, the sign-in page and the portal of a server as a browser does, with every file that it names, in every encoding. */
export async function expectWholeDashboard(url: string, dist = "dashboard/dist"): Promise<void> {
  const { port } = new URL(url)
  const get = (path: string, encoding: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      decompress: false,
      headers: {
        ...{ Accept: "text/html,*/*;q=0.8", "Accept-Encoding": encoding },
        // Any value will do: only the operations check it.
        ...{ Host: `localhost:${port}`, Cookie: `keyward-${port}=any` },
      },
    })
  const page = await fetchWhole(get, "/")
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8")
  expect(page.headers.get("cache-control")).toBe("no-cache")
  const signIn = await get("/sign-in", "identity")
  expect([signIn.status, signIn.headers.get("cache-control")]).toEqual([200, "no-store"])
  // An unknown portal has the same page.
  const portal = await get("/portal/ws_1CAiZx1YPnJZtcPxTdBGPS", "identity")
  expect([portal.status, portal.headers.get("cache-control")]).toEqual([200, "no-store"])
  const found = new Set<string>()
  const waiting = [page.text, await signIn.text(), await portal.text()].flatMap(namesIn)
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue
    found.add(name)
    const { headers, text } = await fetchWhole(get, `/assets/${name}`)
    expect([name, headers.get("content-type")]).toEqual([name, types[name.slice(name.lastIndexOf(".") + 1)] ?? ""])
    expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable")
    waiting.push(...namesIn(text))
  }
  expect([...found].sort()).toEqual(builtAssets(dist))
}

type Get = (path: string, encoding: string) => Promise<Response>

/** The content must be the same in every encoding. */
async function fetchWhole(get: Get, path: string) {
  const plain = await get(path, "identity")
  expect([path, plain.status, plain.headers.get("content-encoding")]).toEqual([path, 200, null])
  const content = Buffer.from(await plain.arrayBuffer())
  const small = await get(path, "gzip, br")
  expect([path, small.headers.get("content-encoding")]).toEqual([path, "br"])
  expect(content.equals(brotliDecompressSync(await small.arrayBuffer()))).toBe(true)
  const older = await get(path, "gzip")
  expect([path, older.headers.get("content-encoding")]).toEqual([path, "gzip"])
  expect(content.equals(gunzipSync(await older.arrayBuffer()))).toBe(true)
  return { headers: plain.headers, text: content.toString() }
}

function namesIn(text: string): string[] {
  return [...text.matchAll(/\/assets\/([\w.-]+\.\w+)/g)].map(([, name = ""]) => name)
}

/** What the last build has made. */
function builtAssets(dist: string): string[] {
  const names = readdirSync(dist).filter((name) => name.endsWith(".br"))
  return names
    .map((name) => name.slice(0, -".br".length))
    .filter((name) => !name.endsWith(".html"))
    .sort()
}
