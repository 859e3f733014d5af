const noDocker = "needs Docker, which npm test does not start; the page says what was run"
const imageTest = "needs Docker, which npm test does not start; test/deploy/image.test.ts does the same without"
const noCluster = "needs a cluster, which the test machine does not have; the page says so"

/**
 * Commands that are shown and cannot be run here. They carry the language `console`; each has to be on this list, by its
 * page and first line, with the reason why no test can run it.
 */
export const notRun: readonly { readonly page: string; readonly begins: string; readonly reason: string }[] = [
  { page: "README.md", begins: "npm test", reason: "it is what runs this list" },
  {
    page: "docs/install.md",
    begins: "npm install ./keyward-0.1.0.tgz",
    reason: "fetches Bun from the registry; test/published installs the package instead",
  },
  {
    page: "docs/cli.md",
    begins: "$ keyward plans update pro --permissions docs.read",
    reason: "asks at a terminal; src/cli/operation/consent.test.ts answers it in one",
  },
  {
    page: "docs/cli.md",
    begins: "$ keyward apis delete api_1CAiZx1YPnJZtcPxTdBGPS",
    reason: "asks at a terminal; src/cli/operation/consent.test.ts answers it in one",
  },
  {
    page: "docs/guides/webhooks.md",
    begins:
      "keyward webhooks create https://hooks.slack.com/services/… --types 'notices,root_key.*,webhook.disabled' --format slack",
    reason: "would send to Slack; src/core/webhook-body.test.ts checks the text",
  },
  {
    page: "docs/guides/webhooks.md",
    begins: "$ keyward webhooks listen --forward http://localhost:3000/keyward --types 'key.*'",
    reason: "runs until Ctrl-C; src/cli/commands/webhooks-listen.test.ts does the same",
  },
  {
    page: "docs/guides/webhooks.md",
    begins: "keyward webhooks trigger key.rotated --forward http://localhost:3000/keyward",
    reason: "needs an application; src/cli/commands/webhooks-listen.test.ts has one",
  },
  {
    page: "docs/guides/behind-a-proxy.md",
    begins: "curl -s https://keys.example.com/v2/liveness",
    reason: "needs a proxy with a public name; the page says with which proxies it was run",
  },
  {
    page: "clients/go/README.md",
    begins: "go mod init example.com/documents",
    reason: "needs a module of the reader; test/clients/go/own-client.test.ts runs it in one",
  },
  {
    page: "docs/guides/verify-in-go.md",
    begins: "go mod init example.com/documents",
    reason: "needs a module of the reader; test/clients/go/own-client.test.ts runs it in one",
  },
  {
    page: "clients/python/README.md",
    begins: "pip install ./clients/python",
    reason: "fetches packages from PyPI; test/clients/python/own-client.test.ts builds the package and runs the blocks",
  },
  {
    page: "docs/guides/verify-in-python.md",
    begins: "pip install ./clients/python",
    reason: "fetches packages from PyPI; clients/python/tests/test_readme.py runs the blocks in Python",
  },
  {
    page: "examples/python/README.md",
    begins: "python3 -m venv venv",
    reason: "fetches a package from PyPI; test/clients/python/verifier.test.ts runs the example",
  },
  {
    page: "docs/guides/traces-and-metrics.md",
    begins: "docker run --rm -p 4318:4318 -p 16686:16686 jaegertracing/jaeger:2.11.0",
    reason: "needs Docker, which npm test does not start; test/tracing has a collector",
  },
  {
    page: "docs/guides/traces-and-metrics.md",
    begins: "OTEL_TRACES_SAMPLER=parentbased_traceidratio",
    reason: "settings and no commands; src/tracing/sampler.test.ts checks what they do",
  },
  {
    page: "docs/guides/container-image.md",
    begins: "docker build -f deploy/Dockerfile -t keyward:0.1.0 .",
    reason: imageTest,
  },
  {
    page: "docs/guides/container-image.md",
    begins: "docker run --detach --name keyward --restart unless-stopped --stop-timeout 20 \\",
    reason: imageTest,
  },
  {
    page: "docs/guides/container-image.md",
    begins: "docker exec keyward keyward health",
    reason: imageTest,
  },
  {
    page: "docs/guides/container-image.md",
    begins: "docker exec -e KEYWARD_KEY keyward keyward apis list",
    reason: imageTest,
  },
  {
    page: "docs/guides/container-image.md",
    begins: "docker exec keyward keyward backup /data/keyward-backup.db",
    reason: imageTest,
  },
  {
    page: "docs/guides/container-image.md",
    begins: "docker build -f deploy/Dockerfile -t keyward:0.2.0 .",
    reason: noDocker,
  },
  {
    page: "docs/guides/docker-compose.md",
    begins: "cp deploy/.env.example deploy/.env",
    reason: noDocker,
  },
  {
    page: "docs/guides/docker-compose.md",
    begins: "docker compose -f deploy/compose.yaml up --build --detach --wait",
    reason: noDocker,
  },
  {
    page: "docs/guides/docker-compose.md",
    begins: "docker compose -f deploy/compose.yaml exec keyward keyward setup-link",
    reason: noDocker,
  },
  {
    page: "docs/guides/docker-compose.md",
    begins: "export KEYWARD_URL=http://localhost:8080 KEYWARD_KEY=$(sed -n 's/^KEYWARD_OPERATOR_KEY=//p' deploy/.env)",
    reason: "needs the operator key of deploy/.env; test/cases creates workspaces",
  },
  {
    page: "docs/guides/docker-compose.md",
    begins: "docker compose -f deploy/compose.yaml exec backup sh /backup.sh once",
    reason: noDocker,
  },
  {
    page: "docs/guides/docker-compose.md",
    begins: "docker compose -f deploy/compose.yaml stop caddy keyward",
    reason: noDocker,
  },
  {
    page: "docs/guides/docker-compose.md",
    begins: "docker compose -f deploy/compose.yaml --profile monitoring up --detach --wait",
    reason: noDocker,
  },
  {
    page: "docs/guides/docker-compose.md",
    begins: "git pull",
    reason: noDocker,
  },
  {
    page: "docs/guides/kubernetes.md",
    begins: "kubectl create namespace keyward",
    reason: noCluster,
  },
  {
    page: "docs/guides/kubernetes.md",
    begins: "kubectl apply -k keyward",
    reason: noCluster,
  },
  {
    page: "docs/guides/kubernetes.md",
    begins: "kubectl -n keyward exec deploy/keyward -- keyward setup-link",
    reason: noCluster,
  },
  {
    page: "docs/guides/kubernetes.md",
    begins: "kubectl -n keyward apply -f clone/deploy/kubernetes/service-monitor.yaml",
    reason: noCluster,
  },
  {
    page: "docs/guides/people-and-roles.md",
    begins: "keyward setup-link",
    reason: "works on the folder of the server; src/cli/operation/examples.test.ts runs it",
  },
  {
    page: "docs/guides/people-and-roles.md",
    begins: "keyward members update USER_ID admin",
    reason: "needs a member, who accepts in a browser; test/people/pages.test.ts does",
  },
  {
    page: "docs/guides/people-and-roles.md",
    begins: "keyward users list",
    reason: "needs the operator key and a user; test/cases/people.ts has both",
  },
  {
    page: "docs/guides/people-and-roles.md",
    begins: "keyward login --web --url https://keys.example.com",
    reason: "needs a person who confirms in a browser; src/cli/commands/login-web.test.ts does",
  },
  {
    page: "docs/guides/people-and-roles.md",
    begins: "keyward events list --workspace-id installation",
    reason: "needs the operator key and the folder of the server",
  },
  {
    page: "docs/speed.md",
    begins: "npm run bench",
    reason: "takes minutes on an idle machine",
  },
  {
    page: "docs/client/create.md",
    begins: "npm install ./keyward-client-0.1.0.tgz",
    reason: "runs in the project of a reader; test/published installs the package instead",
  },
  {
    page: "sdk/README.md",
    begins: "npm install ./keyward-client-0.1.0.tgz",
    reason: "runs in the project of a reader; test/published installs the package instead",
  },
]

/** Pages whose commands need more around them than a shell: each is named by a comment before it, and run by a test of its own. */
export const runElsewhere: Readonly<Record<string, string>> = {
  "docs/guides/customer-portal.md": "test/documentation/open-portal.test.ts",
  "docs/moving.md": "test/documentation/moving.test.ts",
  "docs/production.md": "test/documentation/production.test.ts",
}
