import type { WaitingPlace } from '@second-ring/contracts/orders/waiting-list'
import { useMutation, useQuery } from '@tanstack/react-query'
import toast from 'react-hot-toast'
import { messageOf } from '#api-client/errors.ts'
import { useTRPC } from '#api-client/trpc.ts'

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

  return {
    /** Undefined until they are known; if they cannot be, it is tried without: to join twice changes nothing. */
    places: data ?? (isError ? [] : undefined),
    busy: joinCall.isPending || leaveCall.isPending,
    /** Resolves to whether one stands in line now. */
    async join({ id, productName }: WaitedPhone): Promise<boolean> {
      try {
        await joinCall.mutateAsync({ listingId: id })
      } catch (error) {
        toast.error(messageOf(error))
        return false
      }
      toast.success(`We tell you when ${productName} becomes free`)
      return true
    },
    /** Resolves to whether one is out of it. */
    async leave({ id, productName }: WaitedPhone): Promise<boolean> {
      try {
        await leaveCall.mutateAsync({ listingId: id })
      } catch (error) {
        toast.error(messageOf(error))
        return false
      }
      toast.success(`You no longer wait for ${productName}`)
      return true
    },
  }
}

/** The place that one has in the line for a phone. */
export function placeIn(places: readonly WaitingPlace[], listingId: string): WaitingPlace | undefined {
  return places.find(place => place.listingId === listingId)
}
