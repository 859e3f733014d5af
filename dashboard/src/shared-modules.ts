/** Filled by the build with the modules that several pages use: see scripts/build/shared-modules.ts. */
export {}
