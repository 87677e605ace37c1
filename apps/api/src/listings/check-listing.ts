import type { Platform } from '#platform/platform.ts'
import { checkPictures } from './check-pictures.ts'
import { checkPrice } from './check-price.ts'
import { checkSellerName } from './check-seller-name.ts'

/** Checks a new or changed listing for what admins are to look at. */
export async function checkListing(
  platform: Pick<Platform, 'database' | 'clock'>,
  listing: { listingId: string },
): Promise<void> {
  await checkPrice(platform, listing)
  await checkPictures(platform, listing)
  await checkSellerName(platform, listing)
}
