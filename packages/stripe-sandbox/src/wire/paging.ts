import type { Stripe } from 'stripe'
import { missing } from './api-error.ts'
import type { ParamReader } from './param-reader.ts'

type Listable = { id: string; created: number }

/** Which part of a list is asked for. */
export type PageParams = {
  limit: number
  startingAfter: string | undefined
  endingBefore: string | undefined
  isCreatedWithin: (created: number) => boolean
}

/** Reads `limit` (1 to 100, 10 unless said), `starting_after`, `ending_before` and `created`. */
export function readPageParams(params: ParamReader): PageParams {
  return {
    limit: params.integer('limit', { min: 1, max: 100 }) ?? 10,
    startingAfter: params.filledText('starting_after'),
    endingBefore: params.filledText('ending_before'),
    isCreatedWithin: readRange(params, 'created'),
  }
}

/**
 * A page of the records, newest first, in the provider's list object.
 * @param page `records` oldest first, `kind` as error messages name it, `url` of the list
 */
export function listPage<Item extends Listable, Shown>(
  page: { records: Item[]; kind: string; url: string; show: (item: Item) => Shown },
  asked: PageParams,
): Stripe.ApiList<Shown> {
  const { records, kind, url, show } = page
  const newestFirst = records.filter(record => asked.isCreatedWithin(record.created)).reverse()
  const placeOf = (id: string, param: string) => {
    const place = newestFirst.findIndex(record => record.id === id)
    if (place < 0) throw missing(kind, id, param)
    return place
  }
  const { limit, startingAfter, endingBefore } = asked
  const end = endingBefore === undefined ? undefined : placeOf(endingBefore, 'ending_before')
  const start =
    end !== undefined
      ? Math.max(0, end - limit)
      : startingAfter === undefined
        ? 0
        : placeOf(startingAfter, 'starting_after') + 1
  const data = newestFirst.slice(start, end ?? start + limit)
  return {
    object: 'list',
    data: data.map(show),
    has_more: end === undefined ? start + limit < newestFirst.length : start > 0,
    url,
  }
}

/** A moment, or `gt`, `gte`, `lt` and `lte` of one; the result says whether a moment is within. */
export function readRange(params: ParamReader, name: string): (moment: number) => boolean {
  if (!params.isHash(name)) {
    const exact = params.integer(name)
    return moment => exact === undefined || moment === exact
  }
  const range = params.hash(name)
  const gt = range?.integer('gt') ?? Number.NEGATIVE_INFINITY
  const gte = range?.integer('gte') ?? Number.NEGATIVE_INFINITY
  const lt = range?.integer('lt') ?? Number.POSITIVE_INFINITY
  const lte = range?.integer('lte') ?? Number.POSITIVE_INFINITY
  return moment => moment > gt && moment >= gte && moment < lt && moment <= lte
}
