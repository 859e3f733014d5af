import type { SignInMethods } from "../parts/sign-in/sign-in-form.tsx"

export interface SignInPageProps {
  readonly methods: SignInMethods
  /** The secret part of a link. Empty if the address had none. */
  readonly token: string
}
