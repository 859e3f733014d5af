import { operations } from "../../operations/index.ts"
import { openApiDocumentOnDemand } from "../openapi/document.ts"
import { errorExamples } from "../openapi/errors.ts"
import type { Page } from "../server/routes.ts"
import type { Service } from "../service.ts"
import { assetPage, dashboardPages, dashboardShell } from "./dashboard/dashboard.ts"
import type { DashboardFiles } from "./dashboard/files.ts"
import { openDocs } from "./docs/docs.ts"
import { errorEntries, errorPages } from "./errors/error-pages.ts"
import { faviconPage } from "./favicon.ts"
import { livenessPage, type Readiness, readinessPage } from "./health.ts"
import { layoutAssets } from "./layout-assets.ts"
import { metricsPage } from "./metrics.ts"
import { oidcPages } from "./oidc/oidc-pages.ts"
import { openApiPage } from "./openapi.ts"
import { portalPages } from "./portal-page.ts"
import { referenceEntries } from "./reference/entries.ts"
import { referencePages } from "./reference/reference.ts"
import { absentTopicEntries } from "./search/absent-topics.ts"
import { searchPage } from "./search/search-page.ts"
import { verdictEntries } from "./search/verdict-codes.ts"
import { signInPages, signInPaths } from "./sign-in-pages.ts"
import { startPage } from "./start-page.ts"
import { unbuiltPage } from "./unbuilt-page.ts"

interface PageSources {
  readonly service: Service
  readonly readiness: Readiness
  readonly version: string
  readonly url: string
  readonly showsMetrics: boolean
  /** The pages for people. Empty if they were never built. */
  readonly files: DashboardFiles
}

/** All pages of the main port. */
export function servicePages(sources: PageSources): readonly Page[] {
  const { service, readiness, version, url, showsMetrics, files } = sources
  const { docsBase, metrics, hasDashboard, publicOrigin, portalOrigin, store } = service
  const document = openApiDocumentOnDemand(operations, { version, url, docsBase })
  const docs = openDocs({ hasDashboard, url })
  return [
    ...(hasDashboard ? pagesForPeople(service, files, version) : [startPage(undefined, version)]),
    ...(portalOrigin === undefined
      ? []
      : portalPages({
          origin: portalOrigin,
          isOwnOrigin: portalOrigin !== publicOrigin,
          files,
          portals: store.portals,
        })),
    assetPage(files),
    faviconPage,
    livenessPage,
    readinessPage(service, readiness),
    openApiPage(document),
    ...layoutAssets,
    searchPage([referenceEntries(document), docs.searchEntries, errorEntries, verdictEntries, absentTopicEntries]),
    ...referencePages({ document, operations, hasDashboard }),
    ...docs.pages,
    ...errorPages({ docsBase, hasDashboard, examples: errorExamples(docsBase) }),
    ...(showsMetrics ? [metricsPage(metrics)] : []),
  ]
}

function pagesForPeople(service: Service, files: DashboardFiles, version: string): readonly Page[] {
  const { publicOrigin, cookies, passkeys, oidc } = service
  const shown = { publicOrigin, cookies, files }
  const shell = dashboardShell(shown)
  if (shell === undefined) {
    const others = signInPaths.map((path) => unbuiltPage(publicOrigin, path))
    return [startPage(unbuiltPage(publicOrigin, "/"), version), ...others, ...oidcPages(service)]
  }
  const methods = { passkey: passkeys.isOffered, ...(oidc && { oidc: { host: oidc.provider.host } }) }
  return [
    startPage(shell, version),
    ...dashboardPages(shown),
    ...signInPages({ publicOrigin, files, methods }),
    ...oidcPages(service),
  ]
}
