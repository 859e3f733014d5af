import { getServers, Resolver, setServers } from "node:dns"

/**
 * All addresses of a name. The resolver of the system, which Bun uses otherwise, asks for a few names at a time, so silent
 * name servers of one workspace would delay the names of others.
 */
export async function lookUp(name: string, nameServers = configuredNow): Promise<readonly string[]> {
  const servers = nameServers()
  if (servers.join() !== getServers().join()) setServers(servers)
  return (await Bun.dns.lookup(name, { backend: "c-ares" })).map(({ address }) => address)
}

/** This resolver reads the configuration of the system only when it starts, and a network may change its name servers. */
function configuredNow(): readonly string[] {
  return new Resolver().getServers()
}
