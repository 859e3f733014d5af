import type { PageResult, Result } from "@keyward/client"
import {
  keepPreviousData,
  QueryClient,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query"
import { ask, askPage, type Client, clientFor } from "./client.ts"
import { type Effective, timed } from "./effect.ts"
import { messageOf } from "./error-messages.ts"
import { useTarget } from "./session.ts"
import { notify } from "./ui/toast.tsx"

export const queryClient = new QueryClient({
  defaultOptions: {
    // A browser without a network may still reach a server on the same machine.
    mutations: { networkMode: "always" },
    queries: {
      networkMode: "always",
      // The client itself repeats what is worth repeating.
      retry: false,
      staleTime: 5_000,
      gcTime: 300_000,
    },
  },
})

interface ReadOptions {
  /** Reads again after this time, while the page is visible. */
  readonly everyMs?: number
  readonly isEnabled?: boolean
  /** Forgets the answer and its question as soon as nothing shows them. */
  readonly isPrivate?: boolean
}

interface Until<Data> {
  /** The state that the page waits for. Once it is reached, the page stops reading. */
  readonly until?: (data: Data) => boolean
}

/**
 * Reads through one call. The key names the question with everything it depends on; where it is asked is added. While a
 * changed question is in flight, the old data stays, so that nothing flickers.
 */
export function useRead<Data>(
  key: readonly unknown[],
  call: (client: Client) => Promise<Result<Data>>,
  { everyMs, until, isEnabled = true, isPrivate = false }: ReadOptions & Until<Data> = {},
): UseQueryResult<Data> {
  const target = useTarget()
  return useQuery({
    queryKey: [target, ...key],
    queryFn: () => ask(() => call(clientFor(target))),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
    ...(isPrivate && { gcTime: 0 }),
    refetchInterval: ({ state: { data } }) => (data !== undefined && until?.(data) ? false : (everyMs ?? false)),
  })
}

/** Reads a list page by page. */
export function useList<Item>(
  key: readonly unknown[],
  call: (client: Client, cursor: { readonly cursor?: string }) => Promise<PageResult<Item>>,
  { everyMs, isEnabled = true, isPrivate = false }: ReadOptions = {},
) {
  const target = useTarget()
  const query = useInfiniteQuery({
    queryKey: [target, ...key],
    queryFn: ({ pageParam }) => askPage(() => call(clientFor(target), pageParam === "" ? {} : { cursor: pageParam })),
    initialPageParam: "",
    getNextPageParam: ({ cursor }) => cursor,
    placeholderData: keepPreviousData,
    enabled: isEnabled,
    ...(isPrivate && { gcTime: 0 }),
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
  })
  const pages = query.data?.pages
  return { ...query, items: pages?.flatMap(({ items }) => items), matches: pages?.[0]?.matches }
}

interface ChangeOptions<Input, Data> {
  /** A message after success. `effect` is a sentence about when and where it took effect. */
  readonly done?: (data: Data, input: Input, effect: string) => Parameters<typeof notify>[0] | undefined
  /** Runs after everything that is shown was marked for reading again. */
  readonly onDone?: (data: Data, input: Input) => void
  /** The page is left, so that what it shows is not read again. */
  readonly isLeaving?: boolean
  /** The form shows the error itself. Otherwise a toast does. */
  readonly showsError?: boolean
}

/** Makes a change through one call. Afterwards everything that is shown from this workspace is read again. */
export function useChange<Input, Data>(
  call: (client: Client, input: Input) => Promise<Result<Data>>,
  { done, onDone, isLeaving = false, showsError = false }: ChangeOptions<Input, Data> = {},
) {
  const target = useTarget()
  const queries = useQueryClient()
  const mutation = useMutation<Effective<Data>, Error, Input>({
    mutationFn: (input) => ask(() => timed(() => call(clientFor(target), input)), true),
    // A response may hold a secret, which must not outlive the page that shows it.
    gcTime: 0,
    onSuccess({ data, effect }, input) {
      queries.invalidateQueries({ queryKey: [target], refetchType: isLeaving ? "none" : "active" })
      const notice = done?.(data, input, effect)
      if (notice) notify(notice)
      onDone?.(data, input)
    },
    onError(error) {
      if (!showsError) notify({ tone: "bad", title: messageOf(error) })
    },
  })
  return {
    run: mutation.mutate,
    isBusy: mutation.isPending,
    error: mutation.error,
    reset: mutation.reset,
    data: mutation.data?.data,
  }
}
