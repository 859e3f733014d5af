import { operations } from "../../operations/index.ts"
import { openApiDocumentOnDemand } from "../openapi/document.ts"
import { errorExamples } from "../openapi/errors.ts"
import type { Page } from "../server/routes.ts"
import type { Service } from "../service.ts"
import { errorPages } from "./error-page.ts"
import { faviconPage } from "./favicon.ts"
import { livenessPage, type Readiness, readinessPage } from "./health.ts"
import { metricsPage } from "./metrics.ts"
import { openApiPage } from "./openapi.ts"
import { peoplePages } from "./people/people.ts"
import { referencePages } from "./reference/reference.ts"
import { startPage } from "./start-page.ts"

interface PageSources {
  readonly service: Service
  readonly readiness: Readiness
  readonly version: string
  readonly url: string
  readonly showsMetrics: boolean
}

/** All pages of the main port. */
export function servicePages({ service, readiness, version, url, showsMetrics }: PageSources): readonly Page[] {
  const { docsBase, metrics, publicOrigin } = service
  const document = openApiDocumentOnDemand(operations, { version, url, docsBase })
  return [
    startPage(publicOrigin, version),
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
