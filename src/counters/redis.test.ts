import { countersConformance } from "./conformance.ts"
import { openRedisCounters } from "./redis.ts"

const url = process.env.KEYWARD_TEST_REDIS_URL ?? ""
countersConformance("redis", () => openRedisCounters({ url: `${url}/1`, report: () => {} }))
