import { Facts } from "../ui/facts.tsx"
import { visibleText } from "../ui/format.ts"
import { Meter } from "../ui/meter.tsx"
import { usePage } from "./page-context.tsx"
import css from "./portal.module.css"
import { Ago } from "./time.tsx"
import { WithValue } from "./with-value.tsx"

/** The plan of the customer, and what is left of it. What it does not have is left out. */
export function Account() {
  const { view, language } = usePage()
  const { say, count, span } = language
  const { plan, credits, limits } = view
  const isEmpty = !plan && !view.quota && !credits && limits.length === 0
  if (isEmpty) return null
  return (
    <section className={css.frame}>
      <h2 className={css.panelTitle}>{say("plan.title")}</h2>
      <Quota />
      <Facts
        facts={[
          plan && { name: say("plan.name"), value: visibleText(plan.name) },
          credits && {
            name: say("plan.credits"),
            value: [
              say("plan.left", { count: count(credits.remaining) }),
              credits.reserved > 0 && say("plan.reserved", { count: count(credits.reserved) }),
            ]
              .filter(Boolean)
              .join(" · "),
          },
          ...limits.map(({ name, limit, duration }) => ({
            name: visibleText(name),
            value: say("plan.limit", { limit: count(limit), time: span(duration) }),
          })),
        ]}
      />
    </section>
  )
}

function Quota() {
  const { view, language } = usePage()
  const { say, count } = language
  const { quota } = view
  if (quota === undefined) return null
  const { limit, used, overage, overageUsed, resets } = quota
  return (
    <div className={css.quota}>
      <Meter
        canExceed={overage !== 0}
        label={say("plan.quota")}
        max={limit}
        note={say("plan.used", { used: count(used), limit: count(limit) })}
        value={used}
      />
      <p className={css.note}>
        {overageUsed > 0 && <span>{say("plan.over", { over: count(overageUsed) })}. </span>}
        {resets === undefined ? (
          say("plan.total")
        ) : (
          <WithValue id="plan.resets" place="time">
            <Ago time={resets} />
          </WithValue>
        )}
      </p>
    </div>
  )
}
