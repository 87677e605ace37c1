import { DomainError, type ErrorCode } from '@second-ring/contracts/errors'

interface Described<Result> {
  /** Of the posts that fit what the client describes, the one to take. */
  find(): Promise<string>
  take(listingId: string): Promise<Result>
  /** What `take` is rejected with when somebody else was quicker. */
  lostWith: ErrorCode
}

/**
 * Acts on one of several equal posts. When another call takes the one that was found, it looks for the next; it gives up
 * when it finds the same again.
 * @throws DomainError what `find` or `take` throws
 */
export async function takeDescribed<Result>({ find, take, lostWith }: Described<Result>): Promise<Result> {
  let lost: string | null = null
  for (;;) {
    const listingId = await find()
    try {
      return await take(listingId)
    } catch (error) {
      const isLost = error instanceof DomainError && error.code === lostWith
      if (!isLost || listingId === lost) throw error
      lost = listingId
    }
  }
}
