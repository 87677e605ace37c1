import { afterEach, expect, it, vi } from 'vitest'
import { nearestListings } from './nearest-listings.ts'

afterEach(() => document.body.replaceChildren())

it('gives the cards nearest to what one sees, and what has no card', () => {
  const ids = ['a', 'b', 'c', 'd', 'dialog']
  ids.slice(0, 4).forEach((id, index) => {
    const card = document.createElement('li')
    card.dataset.listing = id
    vi.spyOn(card, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, (index - 2) * 1000, 10, 100))
    document.body.append(card)
  })
  expect(nearestListings(ids, 3).toSorted()).toEqual(['c', 'd', 'dialog'])
  expect(nearestListings(ids, 5)).toBe(ids)
})
