import type { UsageGetVerificationsOutput } from "@keyward/client"
import { type FormEvent, useState } from "react"
import { apiNameLength } from "../../../../src/contract/bounds.ts"
import type { Code } from "../../../../src/contract/verdicts.ts"
import { useChange, useRead } from "../../queries.ts"
import { Button } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { CodeBlock, CodeTabs } from "../../ui/code.tsx"
import { TextInput } from "../../ui/field.tsx"
import css from "./first-steps.module.css"
import { guardSamples, serviceSettings, verifyCommand } from "./samples.ts"
import { Step } from "./step.tsx"
import { type Refused, Waiting } from "./waiting.tsx"

const waitingMs = 1_000

/**
 * Shown until the workspace has an API, a key and a verification, made here or in a terminal. What is there is not asked
 * for again, because the overview stays open for days. If the usage of the page has an accepted verification, nothing is asked.
 */
export function useFirstSteps(usage: UsageGetVerificationsOutput | undefined) {
  const isUsed = usage !== undefined && validOf(usage) > 0
  const isEnabled = usage !== undefined && !isUsed
  const one = { everyMs: waitingMs, until: (list: readonly unknown[]) => list.length > 0, isEnabled }
  const api = useRead(["first-api"], (client) => client.apis.listApis({ limit: 1 }), one)
  const key = useRead(["first-key"], (client) => client.keys.listKeys({ limit: 1 }), one)
  const hasKey = (key.data?.length ?? 0) > 0
  const used = useRead(
    ["first-verification"],
    (client) => client.usage.getVerifications({ from: 0, interval: "total", groupBy: ["code"] }),
    { everyMs: waitingMs, until: (ever) => validOf(ever) > 0, isEnabled: isEnabled && hasKey },
  )
  const isAnswered = api.data !== undefined && key.data !== undefined && (!hasKey || used.data !== undefined)
  return {
    isKnown: isUsed || isAnswered,
    apiId: api.data?.[0]?.id,
    hasKey: hasKey || isUsed,
    isVerified: isUsed || (used.data !== undefined && validOf(used.data) > 0),
    refused: used.data && refusedIn(used.data),
  }
}

interface UsageByCode {
  readonly groups: readonly { readonly code?: Code; readonly total: number }[]
}

function validOf({ groups }: UsageByCode): number {
  return groups.find(({ code }) => code === "VALID")?.total ?? 0
}

/** The most frequent outcome that is a refusal. */
function refusedIn({ groups }: UsageByCode): Refused | undefined {
  const refused = groups.flatMap(({ code, total }) =>
    code === undefined || code === "VALID" || total === 0 ? [] : { code, total },
  )
  return refused.toSorted((one, other) => other.total - one.total)[0]
}

interface FirstStepsProps {
  readonly state: ReturnType<typeof useFirstSteps>
  readonly onDismiss: () => void
}

/** From nothing to a verified key. The secrets live in this component and nowhere else. */
export function FirstSteps({ state, onDismiss }: FirstStepsProps) {
  const { apiId, hasKey, isVerified, refused } = state
  const [key, setKey] = useState<string>()
  const [rootKey, setRootKey] = useState<string>()
  return (
    <Card
      actions={isVerified && <Button onClick={onDismiss}>Done</Button>}
      title={isVerified ? "It works" : "First steps"}
    >
      <ol>
        <Step
          isDone={apiId !== undefined}
          number={1}
          title="Create an API: a group of keys that one of your services accepts"
        >
          {apiId === undefined && <CreateApi />}
        </Step>
        <Step isDone={hasKey} number={2} title="Create a key">
          {apiId !== undefined && !hasKey && <CreateKey apiId={apiId} isFirst onCreated={setKey} />}
          {apiId !== undefined && hasKey && !isVerified && key === undefined && (
            <>
              <span>A key is shown only once. If you have not stored it, create another one.</span>
              <CreateKey apiId={apiId} isFirst={false} onCreated={setKey} />
            </>
          )}
          {key !== undefined && (
            <>
              <span>This is the key. It is shown only once; your customer would store it now.</span>
              <CodeBlock code={key} what="key" />
            </>
          )}
        </Step>
        <Step isDone={isVerified} number={3} title="Verify it, as your server would on every request">
          {hasKey && !isVerified && rootKey === undefined && <CreateRootKey onCreated={setRootKey} />}
          {rootKey !== undefined && !isVerified && (
            <>
              <span>Run this in a terminal:</span>
              <CodeBlock code={verifyCommand(location.origin, rootKey, key)} />
            </>
          )}
          {hasKey && !isVerified && <Waiting refused={refused} />}
        </Step>
        <Step isDone={false} number={4} title="Protect a route of your service">
          {isVerified && rootKey !== undefined && (
            <>
              <span>Store the root key for your service. It is shown only once.</span>
              <CodeBlock code={serviceSettings(location.origin, rootKey)} what="settings" />
            </>
          )}
          {isVerified && <CodeTabs samples={guardSamples} />}
        </Step>
      </ol>
    </Card>
  )
}

function CreateApi() {
  const [name, setName] = useState("My API")
  const create = useChange((client, input: { name: string }) => client.apis.createApi(input))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.run({ name })
  }
  return (
    <form className={css.line} onSubmit={submit}>
      <TextInput
        aria-label="Name of the API"
        maxLength={apiNameLength.maximum}
        onChange={setName}
        required
        value={name}
      />
      <Button isBusy={create.isBusy} type="submit" variant="primary">
        Create API
      </Button>
    </form>
  )
}

interface CreateKeyProps {
  readonly apiId: string
  readonly isFirst: boolean
  readonly onCreated: (key: string) => void
}

function CreateKey({ apiId, isFirst, onCreated }: CreateKeyProps) {
  const create = useChange((client, name: string) => client.keys.createKey({ apiId, name }), {
    onDone: ({ key }) => onCreated(key),
  })
  return (
    <div className={css.line}>
      <Button
        isBusy={create.isBusy}
        onClick={() => create.run(isFirst ? "First key" : "Another key")}
        variant={isFirst ? "primary" : "default"}
      >
        {isFirst ? "Create key" : "Create another key"}
      </Button>
    </div>
  )
}

function CreateRootKey({ onCreated }: { readonly onCreated: (rootKey: string) => void }) {
  const create = useChange(
    (client, name: string) => client.rootKeys.createRootKey({ name, permissions: ["api.*.verify_key"] }),
    { onDone: ({ rootKey }) => onCreated(rootKey) },
  )
  return (
    <>
      <span>Your server needs a root key. This one may verify keys and nothing else.</span>
      <div className={css.line}>
        <Button isBusy={create.isBusy} onClick={() => create.run("My server: verify only")} variant="primary">
          Create root key
        </Button>
      </div>
    </>
  )
}
