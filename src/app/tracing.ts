import type { Config } from "../config.ts"
import type { RequestLog } from "../http/observe/request-log.ts"
import type { Resource } from "../http/observe/resource.ts"
import type { OidcSignIn } from "../oidc/sign-in.ts"
import type { StaleIds } from "../storage/port/nodes.ts"
import type { Concerned, Propagated } from "../storage/port/propagation.ts"
import type { Store } from "../storage/port/store.ts"
import { tracedStore } from "../storage/traced-store.ts"
import { openTracer } from "../tracing/open.ts"
import type { Tracer } from "../tracing/tracer.ts"

interface TracingOptions {
  readonly resource: Resource
  readonly version: string
  readonly log: RequestLog
  /** Closes what is started here. */
  readonly opened: AsyncDisposableStack
}

type WaitUntilPropagated = (workspaces: Concerned) => Promise<Propagated>

/** Parts of the service that record what a request waits for. Without a collector, they are the given ones. */
interface Tracing {
  readonly tracer: Tracer | undefined
  store(store: Store, engine: "sqlite" | "postgres"): Store
  propagation(wait: WaitUntilPropagated): WaitUntilPropagated
  oidc(oidc: OidcSignIn | undefined): OidcSignIn | undefined
  /** Other work begins because a request has changed something. */
  listener(hear: (ids: StaleIds) => void): (ids: StaleIds) => void
}

export async function startTracing(config: Config, options: TracingOptions): Promise<Tracing> {
  const { resource, version, log, opened } = options
  const tracer = await openTracer(config, { resource, version, report: log.report })
  if (tracer === undefined) return untraced
  opened.defer(() => tracer.close())
  return {
    tracer,
    store: (store, engine) => tracedStore(store, { tracer, engine }),
    propagation: (wait) => (workspaces) => tracer.within(propagation, () => wait(workspaces)),
    oidc: (oidc) => oidc && tracedOidc(oidc, tracer),
    listener: (hear) => (ids) => tracer.outside(() => hear(ids)),
  }
}

const untraced: Tracing = {
  tracer: undefined,
  store: (store) => store,
  propagation: (wait) => wait,
  oidc: (oidc) => oidc,
  listener: (hear) => hear,
}

const propagation = { name: "wait for nodes", kind: "internal" } as const

function tracedOidc(oidc: OidcSignIn, tracer: Tracer): OidcSignIn {
  const { provider } = oidc
  const about = (step: string) =>
    ({ name: `${step} at provider`, kind: "client", attributes: { "server.address": provider.host } }) as const
  const [begin, finish] = [about("begin sign-in"), about("finish sign-in")]
  return {
    ...oidc,
    provider: {
      ...provider,
      begin: () => tracer.within(begin, provider.begin),
      finish: (query, memory) => tracer.within(finish, () => provider.finish(query, memory)),
    },
  }
}
