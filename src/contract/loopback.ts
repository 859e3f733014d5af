/** Whether a host name means this machine. */
export function isLoopback(hostname = ""): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}
