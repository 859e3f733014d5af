import { join } from "node:path"

export const clientFolder = join(import.meta.dir, "../../../clients/python")

/** The Python that scripts/test.ts has prepared, with the packages of requirements.txt. */
export function python(): string {
  const path = process.env.KEYWARD_TEST_PYTHON
  if (!path) throw new Error("KEYWARD_TEST_PYTHON is not set: run the tests with npm test.")
  return path
}

/**
 * Programs import the client from its sources, and leave no compiled files in them. They use no TLS, and httpx would read
 * all certificates of the machine for each client, which took half of the processor time of the tests.
 */
export function pythonEnvironment(more: Readonly<Record<string, string>> = {}): Record<string, string | undefined> {
  const own = { PYTHONPATH: join(clientFolder, "src"), PYTHONDONTWRITEBYTECODE: "1", SSL_CERT_DIR: import.meta.dir }
  return { ...process.env, SSL_CERT_FILE: undefined, ...own, ...more }
}
