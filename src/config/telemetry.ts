import { anyText, attributes } from "./forms.ts"
import { absent, setting } from "./setting.ts"

/** Settings with the names that OpenTelemetry gives them for every program. */
export const telemetrySettings = {
  serviceName: setting({
    variable: "OTEL_SERVICE_NAME",
    form: anyText,
    default: absent("keyward"),
    purpose: "Name of this service in logs with `KEYWARD_LOG=otel`.",
  }),
  resourceAttributes: setting({
    variable: "OTEL_RESOURCE_ATTRIBUTES",
    form: attributes,
    default: { shown: "none", value: () => ({}) },
    purpose: "Attributes of this service there, as in `deployment.environment.name=production,team=payments`.",
  }),
}
