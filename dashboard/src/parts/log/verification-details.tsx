import type { LoggedVerification } from "@keyward/client"
import { useState } from "react"
import { Button } from "../../ui/button.tsx"
import { Copyable, Mono } from "../../ui/copy.tsx"
import { Facts } from "../../ui/facts.tsx"
import { formatExact, formatWhole, visibleText } from "../../ui/format.ts"
import { nameOfApi, useApis } from "../api-names.ts"
import { ApiLink, CustomerLink, KeyLink } from "../links.tsx"
import { InlineExplanation } from "./inline-explanation.tsx"
import { outcomeOf } from "./outcomes.ts"
import css from "./verification-log.module.css"

/** Everything that is known about one verification, and what the same call would give now. */
export function VerificationDetails({ verification }: { readonly verification: LoggedVerification }) {
  const { time, requestId, code, apiId, keyId, name, identity, tags, ip, cost, credits, exceeded, missing, weight } =
    verification
  const { data: apis } = useApis()
  // People open a refusal to learn why.
  const [isExplained, setExplained] = useState(code !== "VALID")
  return (
    <div className={css.details}>
      <Facts
        facts={[
          { name: "Verdict", value: `${code}: ${outcomeOf(code).meaning}` },
          missing !== undefined && { name: "Missing", value: <Mono>{visibleText(missing)}</Mono> },
          exceeded && { name: "Exceeded", value: visibleText(exceeded.join(", ")) },
          { name: "Time", value: `${formatExact(time)} (${time})` },
          { name: "Request", value: <Copyable value={requestId} what="request id" /> },
          keyId !== undefined && {
            name: "Key",
            value: (
              <>
                <KeyLink id={keyId} name={name ?? keyId} />{" "}
                {name !== undefined && <Copyable value={keyId} what="key id" />}
              </>
            ),
          },
          apiId !== undefined && { name: "API", value: <ApiLink id={apiId} name={nameOfApi(apis, apiId)} /> },
          identity && {
            name: "Customer",
            value: <CustomerLink id={identity.id} name={identity.externalId ?? identity.id} />,
          },
          ip !== undefined && {
            name: "Address",
            value: <Copyable shown={visibleText(ip)} value={ip} what="address" />,
          },
          tags.length > 0 && { name: "Tags", value: visibleText(tags.join(", ")) },
          cost !== undefined && { name: "Cost", value: formatWhole(cost) },
          credits !== undefined && { name: "Credits left", value: formatWhole(credits) },
          weight > 1 && {
            name: "Stands for",
            value: `${formatWhole(weight)} verifications, because the log is sampled`,
          },
        ]}
      />
      {keyId !== undefined && !isExplained && (
        <div>
          <Button onClick={() => setExplained(true)} size="small">
            Explain
          </Button>
        </div>
      )}
      {keyId !== undefined && isExplained && (
        <InlineExplanation
          question={{
            keyId,
            ...(ip !== undefined && { ip }),
            ...(missing !== undefined && { permissions: missing }),
            ...(cost !== undefined && { credits: { cost } }),
          }}
        />
      )}
    </div>
  )
}
