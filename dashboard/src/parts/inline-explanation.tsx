import type { KeysExplainKeyInput } from "@keyward/client"
import { useRead } from "../queries.ts"
import { visibleText } from "../ui/format.ts"
import { Icon } from "../ui/icon.tsx"
import { Load } from "./load.tsx"
import css from "./verification-log.module.css"

/** Every check that the same call would pass or fail now. */
export function InlineExplanation({ question }: { readonly question: KeysExplainKeyInput }) {
  const query = useRead(["explain", question], (client) => client.keys.explainKey(question))
  return (
    <Load query={query}>
      {({ code, checks }) => (
        <div className={css.checks}>
          <strong>The same call would give {code} now.</strong>
          {checks.map(({ check, name, passed, detail }) => (
            <div className={css.check} key={`${check} ${name ?? ""}`}>
              <span className={passed ? css.passed : css.failed} title={passed ? "Passed" : "Failed"}>
                <Icon name={passed ? "check" : "cross"} />
              </span>
              <span>{visibleText(name ?? check)}</span>
              <span>{visibleText(detail)}</span>
            </div>
          ))}
        </div>
      )}
    </Load>
  )
}
