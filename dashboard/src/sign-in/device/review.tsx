import type { AccountGetAccountOutput, DeviceLogin } from "@keyward/client"
import { type ReactNode, useState } from "react"
import { holdsGrant } from "../../../../src/core/held-grants.ts"
import { clientFor } from "../../client.ts"
import { AttemptError } from "../../parts/sign-in/attempt-error.tsx"
import { UncontrolledForm } from "../../parts/sign-in/uncontrolled-form.tsx"
import { useAttempt } from "../../parts/sign-in/use-attempt.ts"
import { Button } from "../../ui/button.tsx"
import { Facts } from "../../ui/facts.tsx"
import { Field, Select } from "../../ui/field.tsx"
import { formatExact, visibleText } from "../../ui/format.ts"
import { Banner } from "../../ui/states.tsx"
import { unknownCode } from "./unknown-code.ts"

type Memberships = AccountGetAccountOutput["memberships"]

interface ReviewProps {
  readonly login: DeviceLogin
  /** As the person typed it. */
  readonly code: string
  readonly memberships: Memberships
  readonly onEnd: (text: string) => void
  /** Asks the person to sign in again. */
  readonly confirm: () => Promise<void>
}

/** Shows the terminal of a code, and lets the person decide. */
export function Review({ login, code, memberships, onEnd, confirm }: ReviewProps) {
  const attempt = useAttempt()
  const workspaces = memberships.filter(mayCreateRootKeys)
  const refuse = async () => {
    const { error } = await clientFor("operator").deviceLogins.denyLogin({ loginId: login.loginId }, { retries: 0 })
    if (error) throw unknownCode(error)
    onEnd("You have refused. The terminal gets no key.")
  }
  const refuseButton = (
    <Button disabled={attempt.isBusy} onClick={() => attempt.run(refuse)}>
      Refuse
    </Button>
  )
  return (
    <>
      <Banner>
        <strong>Continue only if you started this yourself, a moment ago.</strong> If another person sent you the code
        or asked you to type it, refuse: you would give that person a key.
      </Banner>
      <Facts
        facts={[
          { name: "Code", value: <code>{code}</code> },
          {
            name: "Terminal",
            value: (
              <>
                It calls itself “<bdi data-terminal>{visibleText(login.terminal)}</bdi>”.
              </>
            ),
          },
          { name: "IP address", value: `${login.address} ${networkOf(login)}` },
          { name: "Started", value: formatExact(login.createdAt) },
        ]}
      />
      {workspaces.length > 0 ? (
        <ApproveForm
          attempt={attempt}
          confirm={confirm}
          login={login}
          onEnd={onEnd}
          refuseButton={refuseButton}
          workspaces={workspaces}
        />
      ) : (
        <>
          <AttemptError attempt={attempt} />
          <p>
            You may not create root keys in any workspace, so you cannot sign a terminal in. Ask an owner of the
            workspace.
          </p>
          {refuseButton}
        </>
      )}
    </>
  )
}

function mayCreateRootKeys({ enabled, permissions }: Memberships[number]): boolean {
  return enabled && holdsGrant(permissions, "root_key.*.create_root_key")
}

function networkOf({ isSameNetwork }: DeviceLogin): string {
  return isSameNetwork ? "(the same as this browser)" : "(another one than this browser: be careful)"
}

const accesses = [
  { value: "read", label: "read everything" },
  { value: "verify", label: "verify keys, and nothing else" },
  { value: "develop", label: "work as a developer" },
  { value: "full", label: "do everything that you may do" },
] as const

const dayMs = 86_400_000
const lifetimes = [
  { value: String(dayMs / 3), label: "8 hours" },
  { value: String(7 * dayMs), label: "7 days" },
  { value: String(30 * dayMs), label: "30 days" },
  { value: String(90 * dayMs), label: "90 days" },
  { value: String(365 * dayMs), label: "1 year" },
]

interface ApproveFormProps extends Pick<ReviewProps, "login" | "onEnd" | "confirm"> {
  readonly attempt: ReturnType<typeof useAttempt>
  readonly workspaces: Memberships
  readonly refuseButton: ReactNode
}

function ApproveForm({ attempt, login: { loginId }, workspaces, refuseButton, onEnd, confirm }: ApproveFormProps) {
  const [workspaceId, setWorkspaceId] = useState(workspaces[0]?.workspaceId ?? "")
  const [access, setAccess] = useState<(typeof accesses)[number]["value"]>("develop")
  const [lifetime, setLifetime] = useState(String(30 * dayMs))
  const approve = async (): Promise<void> => {
    const input = { loginId, workspaceId, access, expiresIn: Number(lifetime) }
    const { error } = await clientFor("operator").deviceLogins.approveLogin(input, { retries: 0 })
    if (error?.code === "authorization/sign_in_again") return confirm().then(approve)
    if (error) throw unknownCode(error)
    onEnd("The terminal is signed in. Return to it; you can close this page.")
  }
  return (
    <UncontrolledForm
      attempt={attempt}
      button="Sign the terminal in"
      name="approve"
      onSend={approve}
      otherAction={refuseButton}
    >
      <Field label="Workspace">
        {(control) => (
          <Select
            {...control}
            name="workspaceId"
            onChange={setWorkspaceId}
            options={workspaces.map((one) => ({ value: one.workspaceId, label: visibleText(one.name) }))}
            value={workspaceId}
          />
        )}
      </Field>
      <Field label="The terminal may">
        {(control) => <Select {...control} name="access" onChange={setAccess} options={accesses} value={access} />}
      </Field>
      <Field hint="You can delete its root key at any time." label="For">
        {(control) => (
          <Select {...control} name="expiresIn" onChange={setLifetime} options={lifetimes} value={lifetime} />
        )}
      </Field>
    </UncontrolledForm>
  )
}
