import { type AccountGetAccountOutput, unwrap } from "@keyward/client"
import { useState } from "react"
import { clientFor, isSignedOut, keywardError } from "../client.ts"
import { SignInForm } from "../parts/sign-in/sign-in-form.tsx"
import { visibleText } from "../ui/format.ts"
import { Icon } from "../ui/icon.tsx"
import { CodeForm } from "./device/code-form.tsx"
import { Review } from "./device/review.tsx"
import type { Step } from "./device/step.ts"
import { Load } from "./load.tsx"
import type { SignInPageProps } from "./page-props.ts"
import { useLoad } from "./use-load.ts"

/** `/device`: lets a person confirm or refuse a terminal, as in RFC 8628. The code is typed, and never part of a link. */
export function DevicePage({ methods }: SignInPageProps) {
  const account = useLoad(readAccount)
  return (
    <Load from={account}>
      {(person) =>
        person.isStale ? (
          <Confirm account={person} methods={methods} onDone={account.reload} />
        ) : (
          <Terminal account={person} methods={methods} />
        )
      }
    </Load>
  )
}

/** A sign-in that is older than ten minutes is not enough; one minute is left for typing. */
const freshMs = 9 * 60 * 1000

interface Account extends AccountGetAccountOutput {
  /** The sign-in is too old for a new key. */
  readonly isStale: boolean
}

async function readAccount(): Promise<Account> {
  try {
    const account = await unwrap(clientFor("operator").account.getAccount({}))
    return { ...account, isStale: Date.now() - account.signedInAt > freshMs }
  } catch (error) {
    if (!isSignedOut(keywardError(error))) throw error
    location.replace("/sign-in?next=/device")
    // The next page follows.
    return new Promise(() => {})
  }
}

interface ConfirmProps extends Pick<SignInPageProps, "methods"> {
  readonly account: Account
  readonly onDone: () => unknown
}

function Confirm({ account: { name, email }, methods, onDone }: ConfirmProps) {
  return (
    <>
      <p>
        You are {visibleText(name)}. A key for a terminal needs a sign-in within the last ten minutes, so sign in again
        first.
      </p>
      <SignInForm email={email} isByKey={false} isEmailFixed methods={methods} next="/device" onDone={onDone} />
    </>
  )
}

/** The sign-in can become too old on the way. Then the person signs in again, and the step goes on with what was chosen. */
function Terminal({ account, methods }: Omit<ConfirmProps, "onDone">) {
  const [step, setStep] = useState<Step>({ type: "code" })
  const [confirmed, setConfirmed] = useState<() => void>()
  const confirm = () =>
    new Promise<void>((resolve) => {
      setConfirmed(() => () => {
        setConfirmed(undefined)
        resolve()
      })
    })
  return (
    <>
      {confirmed && <Confirm account={account} methods={methods} onDone={confirmed} />}
      <div className="step" hidden={confirmed !== undefined}>
        {step.type === "code" && <CodeForm onFound={(login, code) => setStep({ type: "review", login, code })} />}
        {step.type === "review" && (
          <Review
            {...step}
            confirm={confirm}
            memberships={account.memberships}
            onEnd={(text) => setStep({ type: "end", text })}
          />
        )}
        {step.type === "end" && (
          <p className="end" role="status">
            <Icon name="check" size={20} />
            {step.text}
          </p>
        )}
      </div>
    </>
  )
}
