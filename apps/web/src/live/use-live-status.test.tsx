import { act, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { listingCard } from '#testing/listing-card.ts'
import { liveStatuses } from './live-statuses.ts'
import { useLiveStatus } from './use-live-status.ts'

const { id, resalePriceCents } = listingCard
afterEach(() => liveStatuses.keep(new Set()))

describe('where a listing stands', () => {
  it('is what the query said until something newer is known', () => {
    const { result } = renderHook(() => useLiveStatus(listingCard))
    expect(result.current).toBe(listingCard)
    act(() => liveStatuses.tell([{ id, state: 'AVAILABLE', resalePriceCents }]))
    expect(result.current).toBe(listingCard)
    act(() => liveStatuses.tell([{ id, state: 'RESERVED', resalePriceCents: 9_900 }]))
    expect(result.current).toEqual({ ...listingCard, state: 'RESERVED', resalePriceCents: 9_900 })
    act(() => liveStatuses.keep(new Set()))
    expect(result.current).toBe(listingCard)
  })

  it('is watched while one of its cards is on the screen', () => {
    const cards = [renderHook(() => useLiveStatus(listingCard)), renderHook(() => useLiveStatus(listingCard))]
    expect(liveStatuses.shown()).toEqual([id])
    cards[0]?.unmount()
    expect(liveStatuses.shown()).toEqual([id])
    cards[1]?.unmount()
    expect(liveStatuses.shown()).toEqual([])
  })
})
