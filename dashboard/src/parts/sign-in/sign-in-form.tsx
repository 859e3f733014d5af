import { type SessionsGetSignInMethodsOutput, unwrap } from "@keyward/client"
import { clientFor } from "../../client.ts"
import { signInWithPasskey, supportsPasskeys } from "../../passkeys.ts"
import { Button, buttonClass } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import { visibleText } from "../../ui/format.ts"
import { EmailField, KeyField, PasswordField } from "./fields.tsx"
import css from "./sign-in.module.css"
import { UncontrolledForm } from "./uncontrolled-form.tsx"
import { useAttempt } from "./use-attempt.ts"

/** How people can sign in here, besides a password or a key. */
export type SignInMethods = SessionsGetSignInMethodsOutput

interface SignInFormProps {
  /** A key signs in instead of a person. */
  readonly isByKey: boolean
  /** The address that is known already. */
  readonly email?: string | undefined
  /** Whether only the person with this address may sign in here. */
  readonly isEmailFixed?: boolean
  readonly methods: SignInMethods
  /** The path to which the provider leads back. */
  readonly next: string
  /** Beside the link to the provider. */
  readonly providerNote?: string
  readonly button?: string
  readonly onDone: () => unknown
}

/** Starts a session: with a password, a passkey or a key, or at the provider. */
export function SignInForm(props: SignInFormProps) {
  const { isByKey, email, isEmailFixed = false, methods, next, providerNote, button = "Sign in", onDone } = props
  const attempt = useAttempt()
  const client = clientFor("operator")
  if (isByKey) {
    const signInWithKey = async (key: string) => {
      await unwrap(client.sessions.signIn({ key }, { retries: 0 }))
      await onDone()
    }
    return (
      <UncontrolledForm
        attempt={attempt}
        button={button}
        name="sign-in-with-key"
        onSend={(read) => signInWithKey(read("key"))}
      >
        <KeyField />
      </UncontrolledForm>
    )
  }
  const signIn = async (credentials: { readonly email: string; readonly password: string }) => {
    await unwrap(client.sessions.signIn(credentials, { retries: 0 }))
    await onDone()
  }
  const startWithPasskey = async () => {
    await unwrap(signInWithPasskey(client))
    await onDone()
  }
  return (
    <>
      <UncontrolledForm
        attempt={attempt}
        button={button}
        name="sign-in"
        onSend={(read) => signIn({ email: read("email"), password: read("password") })}
      >
        <EmailField autoFocus={!email} defaultValue={email} readOnly={isEmailFixed} />
        <PasswordField autoFocus={Boolean(email)} />
      </UncontrolledForm>
      <OtherWays
        isBusy={attempt.isBusy}
        methods={methods}
        next={next}
        onPasskey={() => attempt.run(startWithPasskey)}
        providerNote={providerNote}
      />
    </>
  )
}

interface OtherWaysProps extends Pick<SignInFormProps, "methods" | "next"> {
  readonly providerNote: string | undefined
  readonly isBusy: boolean
  readonly onPasskey: () => void
}

function OtherWays({ methods: { passkey, oidc }, next, providerNote, isBusy, onPasskey }: OtherWaysProps) {
  const hasPasskeys = passkey && supportsPasskeys
  if (!hasPasskeys && !oidc) return null
  return (
    <div className={css.others}>
      <p className={css.or}>or</p>
      {hasPasskeys && (
        <Button disabled={isBusy} icon="key" onClick={onPasskey}>
          Sign in with a passkey
        </Button>
      )}
      {oidc && (
        <>
          <a className={classNames(buttonClass(), css.provider)} href={`/oidc/start?${new URLSearchParams({ next })}`}>
            Continue with {visibleText(oidc.host)}
          </a>
          {providerNote && <p className={css.note}>{providerNote}</p>}
        </>
      )}
    </div>
  )
}
