import { useMutation, useQuery } from '@tanstack/react-query'
import { loadConfig } from '#api-client/config.ts'
import { domainCode, isUnauthenticated, messageOf } from '#api-client/errors.ts'
import { retryDelay } from '#api-client/query-client.ts'
import { useTRPC, useTRPCClient } from '#api-client/trpc.ts'
import { loadCardPayments } from './load-card-payments.ts'

interface PaymentInput {
  orderId: string
  /** The order was charged before: only the record is left to be made. */
  isCharged: boolean
}

/** What the payment of an order needs: the provider's library, the client secret, and the record afterwards. */
export function usePayment({ orderId, isCharged }: PaymentInput) {
  const client = useTRPCClient()
  const library = useQuery({
    queryKey: ['card-payments-library'],
    queryFn: async () => loadCardPayments((await loadConfig()).cardPayments),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    enabled: !isCharged,
  })
  // Asked again for the same order the server gives the same intent, so it may be fetched like a query.
  const intent = useQuery({
    queryKey: ['payment-intent', orderId],
    queryFn: () => client.payments.createIntent.mutate({ orderId }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    enabled: !isCharged,
  })
  const confirm = useMutation(
    useTRPC().payments.confirm.mutationOptions({
      // The charge is made: it is reported until the server answers. The server records a charge once.
      retry: (_failures, error) => domainCode(error) !== 'PAYMENT_REFUNDED' && !isUnauthenticated(error),
      retryDelay,
    }),
  )
  const error = intent.error ?? library.error

  return {
    stripe: library.data ?? null,
    clientSecret: intent.data?.clientSecret,
    problem: error ? messageOf(error) : undefined,
    /** The order was paid, has ended or ran out meanwhile: there is nothing to try again. */
    closed: domainCode(intent.error) === 'ORDER_NOT_PAYABLE',
    retry: () => {
      if (intent.isError) void intent.refetch()
      if (library.isError) void library.refetch()
    },
    record: (transactionId: string) => confirm.mutateAsync({ orderId, transactionId }),
  }
}
