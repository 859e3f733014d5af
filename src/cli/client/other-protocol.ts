const patienceMs = 3_000

/** The same address with https for http, or the other way round, if something responds there. No key is sent. */
export async function addressByOtherProtocol(url: string): Promise<string | undefined> {
  const other = url.startsWith("https:") ? url.replace(/^https:/, "http:") : url.replace(/^http:/, "https:")
  try {
    // No key is sent, so an untrusted certificate is fine.
    await fetch(`${other}/livez`, {
      redirect: "manual",
      signal: AbortSignal.timeout(patienceMs),
      tls: { rejectUnauthorized: false },
    })
    return other
  } catch {
    return undefined
  }
}

/** Whether the address is on this machine. */
export function isLocal(url: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname)
}
