import type { DeviceLogin } from "@keyward/client"

/** Where the person is: typing the code, deciding about its terminal, or done. */
export type Step =
  | { readonly type: "code" }
  | { readonly type: "review"; readonly login: DeviceLogin; readonly code: string }
  | { readonly type: "end"; readonly text: string }
