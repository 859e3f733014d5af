import { useState } from "react"
import { NewPasswordField } from "../parts/sign-in/fields.tsx"
import type { SignInMethods } from "../parts/sign-in/sign-in-form.tsx"
import type { ReadField } from "../parts/sign-in/uncontrolled-form.tsx"
import { createPasskey, deviceName, hasOwnAuthenticator, supportsPasskeys } from "../passkeys.ts"
import { Button } from "../ui/button.tsx"

type PasskeyOptions = Parameters<typeof createPasskey>[0]

/** Whether this device keeps passkeys itself, and the installation takes them. */
export async function keepsPasskeys(methods: SignInMethods): Promise<boolean> {
  return offersPasskeys(methods) && (await hasOwnAuthenticator())
}

function offersPasskeys({ passkey }: SignInMethods): boolean {
  return passkey && supportsPasskeys
}

interface NewSecretOptions {
  readonly methods: SignInMethods
  /** From `keepsPasskeys`. */
  readonly isOnDevice: boolean
}

/** How a new person signs in from now on. A passkey comes first on a device that keeps one, and one secret is enough. */
export function useNewSecret({ methods, isOnDevice }: NewSecretOptions) {
  const [usesPasskey, setUsesPasskey] = useState(isOnDevice)
  return {
    usesPasskey,
    /** Absent where there is no choice. */
    otherAction: offersPasskeys(methods) && (
      <Button onClick={() => setUsesPasskey(!usesPasskey)} variant="quiet">
        {usesPasskey ? "Use a password" : "Use a passkey"}
      </Button>
    ),
    /** Options are valid for five minutes, so they are read when the person is ready. */
    async make(read: ReadField, readOptions: () => Promise<PasskeyOptions | undefined>) {
      if (!usesPasskey) return { password: read("password") }
      const options = await readOptions()
      if (options === undefined) throw new Error("This installation offers no passkeys. Use a password.")
      return { passkey: await createPasskey(options), passkeyName: deviceName() }
    },
  }
}

interface NewSecretFieldProps {
  readonly usesPasskey: boolean
  /** Who helps a person that has lost the device. */
  readonly helper: string
  readonly label: string
  readonly error: string | undefined
}

export function NewSecretField({ usesPasskey, helper, label, error }: NewSecretFieldProps) {
  if (!usesPasskey) return <NewPasswordField error={error} label={label} />
  return (
    <p className="note">
      You sign in with your fingerprint, face or device PIN. If you lose the device, {helper} creates a link for a new
      password.
    </p>
  )
}
