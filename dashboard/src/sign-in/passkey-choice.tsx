import { useEffect, useState } from "react"
import { clientFor } from "../client.ts"
import type { SignInMethods } from "../parts/sign-in/sign-in-form.tsx"
import { addPasskey, deviceName, hasOwnAuthenticator, supportsPasskeys } from "../passkeys.ts"
import { UncontrolledCheckbox } from "../ui/field.tsx"

/** Offers a new person a passkey before the password. It is chosen already if this device can keep one itself. */
export function PasskeyChoice({ methods }: { readonly methods: SignInMethods }) {
  const [isOnDevice, setOnDevice] = useState(false)
  const isOffered = methods.passkey && supportsPasskeys
  useEffect(() => {
    if (isOffered) hasOwnAuthenticator().then(setOnDevice)
  }, [isOffered])
  if (!isOffered) return null
  return (
    <UncontrolledCheckbox
      defaultChecked={isOnDevice}
      hint="Sign in next time with your fingerprint, face or device PIN."
      // A new default is for a new box.
      key={String(isOnDevice)}
      label="Add a passkey"
      name="passkey"
    />
  )
}

/** The account exists already, so a passkey that fails must not stop the person. */
export async function addChosenPasskey(choice: string): Promise<void> {
  if (choice === "on") await addPasskey(clientFor("operator"), deviceName()).catch(() => undefined)
}
