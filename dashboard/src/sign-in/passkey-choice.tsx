import { clientFor } from "../client.ts"
import type { SignInMethods } from "../parts/sign-in/sign-in-form.tsx"
import { addPasskey, deviceName, supportsPasskeys } from "../passkeys.ts"
import { UncontrolledCheckbox } from "../ui/field.tsx"

/** Offers a new person a passkey beside the password, where the browser has them. */
export function PasskeyChoice({ methods }: { readonly methods: SignInMethods }) {
  if (!methods.passkey || !supportsPasskeys) return null
  return (
    <UncontrolledCheckbox
      hint="Sign in next time with your fingerprint, face or device PIN."
      label="Add a passkey too"
      name="passkey"
    />
  )
}

/** The account exists already, so a passkey that fails must not stop the person. */
export async function addChosenPasskey(choice: string): Promise<void> {
  if (choice === "on") await addPasskey(clientFor("operator"), deviceName()).catch(() => undefined)
}
