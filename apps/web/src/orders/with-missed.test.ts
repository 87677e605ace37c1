import { expect, it } from 'vitest'
import { listingCard } from '#testing/listing-card.ts'
import { withMissed } from './with-missed.ts'

const phone = (id: string) => ({ ...listingCard, id })
const list = [phone('a'), phone('b')]
const shown = (...missed: Parameters<typeof withMissed>[1]) =>
  withMissed(list, missed).map(({ id, state }) => `${id} ${state}`)

it('leaves a list as it is when nothing was missed', () => {
  expect(withMissed(list, [])).toEqual(list)
})

it('keeps what was missed in its place, as booked', () => {
  expect(shown({ listing: phone('x'), index: 1 })).toEqual(['a AVAILABLE', 'x RESERVED', 'b AVAILABLE'])
})

it('puts what stood further down at the end of a list that has become shorter', () => {
  expect(shown({ listing: phone('x'), index: 9 })).toEqual(['a AVAILABLE', 'b AVAILABLE', 'x RESERVED'])
})

it('shows what is on the list again as it stands there', () => {
  expect(shown({ listing: phone('b'), index: 0 })).toEqual(['a AVAILABLE', 'b AVAILABLE'])
})
