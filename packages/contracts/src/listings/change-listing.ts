import * as z from 'zod/mini'
import { Id, Instant } from '../ids.ts'

export const AdvertiseListingInput = z.object({ listingId: Id })
export type AdvertiseListingInput = z.infer<typeof AdvertiseListingInput>
export const AdvertiseListingOutput = z.object({ listingId: Id, advertisedAt: Instant })

export const RemoveListingInput = z.object({ listingId: Id })
export type RemoveListingInput = z.infer<typeof RemoveListingInput>
export const RemoveListingOutput = z.object({ listingId: Id })
