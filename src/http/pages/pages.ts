import { operations } from "../../operations/index.ts"
import { openApiDocumentOnDemand } from "../openapi/document.ts"
import { errorExamples } from "../openapi/errors.ts"
import type { Page } from "../server/routes.ts"
import type { Service } from "../service.ts"
import { dashboardPage, dashboardPages } from "./dashboard/dashboard.ts"
import type { DashboardFile } from "./dashboard/files.ts"
import { errorPages } from "./error-page.ts"
import { faviconPage } from "./favicon.ts"
import { livenessPage, type Readiness, readinessPage } from "./health.ts"
import { metricsPage } from "./metrics.ts"
import { openApiPage } from "./openapi.ts"
import { homePage, peoplePages } from "./people/people.ts"
import { referencePages } from "./reference/reference.ts"
import { startPage } from "./start-page.ts"

interface PageSources {
  readonly service: Service
  readonly readiness: Readiness
  readonly version: string
  readonly url: string
  readonly showsMetrics: boolean
  /** Empty if there is no dashboard. */
  readonly dashboard: ReadonlyMap<string, DashboardFile>
}

/** All pages of the main port. */
export function servicePages(sources: PageSources): readonly Page[] {
  const { service, readiness, version, url, showsMetrics, dashboard } = sources
  const { docsBase, metrics, publicOrigin } = service
  const document = openApiDocumentOnDemand(operations, { version, url, docsBase })
  return [
    startPage(dashboardPage(publicOrigin, dashboard) ?? homePage(publicOrigin), version),
    ...dashboardPages(publicOrigin, dashboard),
    ...peoplePages(publicOrigin),
    faviconPage,
    livenessPage,
    readinessPage(service, readiness),
    openApiPage(document),
    ...referencePages(document),
    ...errorPages({ docsBase, examples: errorExamples(docsBase) }),
    ...(showsMetrics ? [metricsPage(metrics)] : []),
  ]
}
