import { bearerOption, curlSample } from "../../../../src/core/samples/curl-sample.ts"

/** A line that works when pasted. A key that is no longer known is left for the reader to fill in. */
export function verifyCommand(origin: string, rootKey: string, key = "YOUR_KEY"): string {
  return curlSample({
    url: `${origin}/v2/keys.verifyKey`,
    options: [bearerOption(rootKey)],
    json: JSON.stringify({ key }),
  })
}

/** The variables that the samples below read. */
export function serviceSettings(origin: string, rootKey: string): string {
  return `export KEYWARD_URL=${origin}
export KEYWARD_KEY=${rootKey}`
}

export const guardSamples = [
  {
    name: "Express",
    code: `import { createKeyward } from "@keyward/client"
import { withKeyward } from "@keyward/client/express"

const keyward = createKeyward({ url: process.env.KEYWARD_URL, key: process.env.KEYWARD_KEY })

app.get("/documents", withKeyward(keyward), (request, response) => {
  response.json({ customer: request.keyward.identity?.externalId })
})`,
  },
  {
    name: "Hono",
    code: `import { createKeyward } from "@keyward/client"
import { withKeyward } from "@keyward/client/hono"

const keyward = createKeyward({ url: process.env.KEYWARD_URL, key: process.env.KEYWARD_KEY })

app.get("/documents", withKeyward(keyward), (context) => {
  return context.json({ customer: context.get("keyward").identity?.externalId })
})`,
  },
  {
    name: "FastAPI",
    code: `from typing import Annotated

from fastapi import Depends, FastAPI
from keyward import AsyncKeyward
from keyward.fastapi import KeywardGuard, Verdict

app = FastAPI()
guard = KeywardGuard(client=AsyncKeyward())


@app.get("/documents")
async def documents(verdict: Annotated[Verdict, Depends(guard)]):
    return {"customer": verdict.identity and verdict.identity.external_id}`,
  },
]
