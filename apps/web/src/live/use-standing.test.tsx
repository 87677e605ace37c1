import { act, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { listingCard } from '../testing/listing-card.ts'
import { standings } from './standings.ts'
import { useStanding } from './use-standing.ts'

const { id, resalePriceCents } = listingCard
afterEach(() => standings.keep(new Set()))

describe('where a listing stands', () => {
  it('is what the query said until something newer is known', () => {
    const { result } = renderHook(() => useStanding(listingCard))
    expect(result.current).toBe(listingCard)
    act(() => standings.tell([{ id, state: 'AVAILABLE', resalePriceCents }]))
    expect(result.current).toBe(listingCard)
    act(() => standings.tell([{ id, state: 'RESERVED', resalePriceCents: 9_900 }]))
    expect(result.current).toEqual({ ...listingCard, state: 'RESERVED', resalePriceCents: 9_900 })
    act(() => standings.keep(new Set()))
    expect(result.current).toBe(listingCard)
  })

  it('is watched while one of its cards is on the screen', () => {
    const cards = [renderHook(() => useStanding(listingCard)), renderHook(() => useStanding(listingCard))]
    expect(standings.shown()).toEqual([id])
    cards[0]?.unmount()
    expect(standings.shown()).toEqual([id])
    cards[1]?.unmount()
    expect(standings.shown()).toEqual([])
  })
})
