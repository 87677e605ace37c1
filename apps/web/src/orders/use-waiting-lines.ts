import type { WaitingPlace } from '@second-ring/contracts/orders/waiting-list'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTRPC } from '#api-client/trpc.ts'
import { useAct } from '#ui/acts.tsx'

/** A phone that one may wait for. */
export interface WaitedPhone {
  id: string
  productName: string
}

/** The lines for reserved phones that whoever is signed in stands in, and the ways in and out. */
export function useWaitingLines() {
  const { data, isError } = useQuery(useTRPC().orders.myWaitingPlaces.queryOptions())
  const joinCall = useMutation(useTRPC().orders.joinWaitingList.mutationOptions())
  const leaveCall = useMutation(useTRPC().orders.leaveWaitingList.mutationOptions())
  const { busy, run } = useAct()

  return {
    /** Undefined until they are known; if they cannot be, it is tried without: to join twice changes nothing. */
    places: data ?? (isError ? [] : undefined),
    busy,
    /** Resolves to whether one stands in line now. */
    join: async ({ id: listingId, productName }: WaitedPhone) =>
      (await run(() => joinCall.mutateAsync({ listingId }), `We tell you when ${productName} becomes free`)) ===
      undefined,
    leave: ({ id: listingId, productName }: WaitedPhone) =>
      run(() => leaveCall.mutateAsync({ listingId }), `You no longer wait for ${productName}`),
  }
}

/** The place that one has in the line for a phone. */
export function placeIn(places: readonly WaitingPlace[], listingId: string): WaitingPlace | undefined {
  return places.find(place => place.listingId === listingId)
}
