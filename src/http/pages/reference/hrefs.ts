/** Where the reference shows an operation. */
export function operationHref(name: string): string {
  return `/reference/${name}`
}

/** Where it shows an object of requests and responses. */
export function objectHref(name: string): string {
  return `/reference/objects/${name}`
}
