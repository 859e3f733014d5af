import type { KeysExplainKeyInput } from "@keyward/client"
import { useRead } from "../../queries.ts"
import { classNames } from "../../ui/class-names.ts"
import { Icon } from "../../ui/icon.tsx"
import { Load } from "../load.tsx"
import { CheckWords, isWorthALine, labelOf } from "./check-words.tsx"
import css from "./verification-log.module.css"

/** Every check that the same call would pass or fail now. */
export function InlineExplanation({ question }: { readonly question: KeysExplainKeyInput }) {
  const query = useRead(["explain", question], (client) => client.keys.explainKey(question))
  return (
    <Load query={query}>
      {({ code, checks }) => (
        <div className={css.checks}>
          <strong>The same call would give {code} now.</strong>
          {checks.filter(isWorthALine).map((check) => (
            <div className={css.check} key={`${check.check} ${check.name ?? ""}`}>
              <span className={check.passed ? css.passed : css.failed} title={check.passed ? "Passed" : "Failed"}>
                <Icon name={check.passed ? "check" : "cross"} />
              </span>
              <span>{labelOf(check)}</span>
              <span className={classNames(check.passed && css.note)}>
                <CheckWords check={check} />
              </span>
            </div>
          ))}
        </div>
      )}
    </Load>
  )
}
