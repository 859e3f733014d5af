/** What sends logs and traces: attributes with the names of OpenTelemetry's semantic conventions. */
export type Resource = Readonly<Record<string, string | number>>

interface ResourceOptions {
  readonly version: string
  readonly host: string
  /** Different for each process, and for each start of it. */
  readonly instanceId: string
  readonly serviceName: string | undefined
  /** Added by the operator. They win, except over the name of the service. */
  readonly resourceAttributes: Readonly<Record<string, string>>
}

export function resourceOf(options: ResourceOptions): Resource {
  const { version, host, instanceId, serviceName, resourceAttributes } = options
  return {
    "service.name": "keyward",
    "service.version": version,
    "service.instance.id": instanceId,
    "host.name": host,
    ...resourceAttributes,
    ...(serviceName === undefined ? {} : { "service.name": serviceName }),
  }
}
