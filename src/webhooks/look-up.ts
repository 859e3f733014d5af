/**
 * All addresses of a name. The resolver of the system, which Bun uses otherwise, asks for a few names at a time, so silent
 * name servers of one workspace would delay the names of others.
 */
export async function lookUp(name: string): Promise<readonly string[]> {
  return (await Bun.dns.lookup(name, { backend: "c-ares" })).map(({ address }) => address)
}
