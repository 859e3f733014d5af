import type { Api } from "../../core/model.ts"
import type { Kept, Listed } from "./collection.ts"

export type ApiReads = Listed<Api>

export interface ApiWrites extends ApiReads, Kept<Api> {}
