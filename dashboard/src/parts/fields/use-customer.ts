import type { Identity } from "@keyward/client"
import { useRead } from "../../queries.ts"
import { useDebounced } from "../../ui/use-debounced.ts"

/** Some customers whose id contains the text, for suggestions. Fields that ask for the same text share the answer. */
export function useCustomersLike(text: string): readonly Identity[] {
  const search = useDebounced(text.trim())
  const { data = [] } = useRead(["customer-names", search], (client) =>
    client.identities.listIdentities({ limit: 20, ...(search !== "" && { search }) }),
  )
  return data
}

/** The customer with this external id, if it exists and is among the suggestions. */
export function useCustomerNamed(externalId: string | undefined): Identity | undefined {
  return useCustomersLike(externalId ?? "").find((customer) => customer.externalId === externalId)
}
