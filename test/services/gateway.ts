import { writeFileSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { findFreePort } from "../../scripts/test/service.ts"
import { whereIs } from "../../scripts/test/tools.ts"
import { until } from "../harness/until.ts"
import { startProcess } from "./child-process.ts"
import { temporaryFolder } from "./temporary-folder.ts"

/** A proxy or gateway that runs with a configuration of the docs. */
export interface Gateway {
  readonly url: string
  stop(): Promise<void>
}

interface Launch {
  /** The whole text of the file. */
  file(configuration: string, folder: string): string
  flags(path: string): readonly string[]
}

const launches = {
  nginx: {
    file: (configuration, folder) => {
      const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
        (kind) => `${kind}_temp_path ${folder}/${kind};`,
      )
      // One process, which ends with its test.
      return `daemon off; master_process off; pid ${folder}/pid; error_log stderr;
events {}
http {
  access_log off; ${paths.join(" ")}
${configuration}
}
`
    },
    flags: (path) => ["-e", "stderr", "-c", path],
  },
  caddy: {
    file: (configuration) => `{\n\tadmin off\n\tauto_https off\n}\n${configuration}`,
    flags: (path) => ["run", "--adapter", "caddyfile", "--config", path],
  },
  haproxy: {
    file: (configuration) => configuration,
    flags: (path) => ["-db", "-f", path],
  },
} as const satisfies Record<string, Launch>

export type GatewayName = keyof typeof launches

/** Starts the program with what `configure` makes for its port and its folder. */
export async function startGateway(
  name: GatewayName,
  configure: (place: { readonly port: number; readonly folder: string }) => string,
  env: Readonly<Record<string, string>> = {},
): Promise<Gateway> {
  const launch: Launch = launches[name]
  const folder = temporaryFolder()
  const port = await findFreePort()
  const path = join(folder.path, "configuration")
  writeFileSync(path, launch.file(configure({ port, folder: folder.path }), folder.path))
  const program = startProcess({
    command: [whereIs(name) ?? name, ...launch.flags(path)],
    cwd: folder.path,
    env: { HOME: folder.path, XDG_DATA_HOME: folder.path, XDG_CONFIG_HOME: folder.path, ...env },
  })
  let end: unknown
  void program.exit.then((exit) => {
    end = exit
  })
  await until(() => {
    if (end !== undefined) throw new Error(`${name} has ended:\n${program.stderr()}`)
    return accepts(port)
  })
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      program.kill("SIGTERM")
      await program.exit
      folder.remove()
    },
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true))
    socket.on("error", () => resolve(false))
    socket.on("connect", () => socket.destroy())
  })
}
