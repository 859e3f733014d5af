import type { Key } from "@keyward/client"
import { metaText } from "../../parts/fields/meta-editor.tsx"
import { Card } from "../../ui/card.tsx"
import { CodeBlock } from "../../ui/code.tsx"
import { Mono } from "../../ui/copy.tsx"
import { Facts } from "../../ui/facts.tsx"
import { Stack } from "../../ui/page.tsx"
import { Ago } from "../../ui/time.tsx"

/** The stored properties of a key. */
export function AboutCard({ apiKey }: { readonly apiKey: Key }) {
  const { createdAt, updatedAt, ipAllowlist, recoverable } = apiKey
  const meta = metaText(apiKey.meta)
  return (
    <Card title="About">
      <Stack>
        <Facts
          facts={[
            { name: "Created", value: <Ago time={createdAt} /> },
            updatedAt !== undefined && { name: "Changed", value: <Ago time={updatedAt} /> },
            {
              name: "Addresses",
              value: ipAllowlist.length === 0 ? "any" : <Mono>{ipAllowlist.join(", ")}</Mono>,
            },
            { name: "Secret", value: recoverable ? "stored encrypted, can be shown again" : "stored as a hash only" },
          ]}
        />
        {meta !== "" && <CodeBlock code={meta} what="metadata" />}
      </Stack>
    </Card>
  )
}
