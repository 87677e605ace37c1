import { describe, expect, it } from 'vitest'
import { createChangesAhead } from './changes-ahead.ts'

const shelf = ['category:phones', 'sellers']

/** Where nothing is ahead. */
function settled(bound?: number) {
  const ahead = createChangesAhead(bound)
  ahead.placing().at(0)
  return ahead
}

describe('what a replica must have replayed', () => {
  it('is nothing for topics of which nothing was heard', () => {
    const ahead = settled()
    ahead.heard('category:tablets')
    ahead.heard('notices:someone')
    expect(ahead.neededFor(shelf)).toBe(0)
    ahead.placing().at(100)
    ahead.settle(100)
    expect(ahead.isEmpty()).toBe(true)
  })

  it('is what the log held after the last change, and unknown until it was asked', () => {
    const ahead = settled()
    ahead.heard('sellers')
    expect(ahead.neededFor(shelf)).toBe(Number.POSITIVE_INFINITY)
    ahead.placing().at(100)
    ahead.heard('category:phones')
    ahead.placing().at(200)
    expect(ahead.isUnplaced()).toBe(false)
    expect(ahead.neededFor(['sellers'])).toBe(100)
    expect(ahead.neededFor(shelf)).toBe(200)
    ahead.settle(199)
    expect(ahead.neededFor(shelf)).toBe(200)
  })

  it('is not what was asked for before the topic was heard of again', () => {
    const ahead = settled()
    ahead.heard('sellers')
    const placing = ahead.placing()
    ahead.heard('sellers')
    placing.at(100)
    expect(ahead.neededFor(shelf)).toBe(Number.POSITIVE_INFINITY)
    expect(ahead.isUnplaced()).toBe(true)
  })

  it('is asked for again when the primary did not answer', () => {
    const ahead = settled()
    ahead.heard('sellers')
    ahead.placing().failed()
    expect(ahead.isUnplaced()).toBe(true)
    ahead.placing().at(100)
    expect(ahead.neededFor(shelf)).toBe(100)
  })

  it('stays for a replica that was left out while the others went on', () => {
    const ahead = settled()
    ahead.heard('sellers')
    ahead.placing().at(100)
    ahead.settle(150)
    expect(ahead.isEmpty()).toBe(true)
    expect(ahead.neededFor(['advertised'])).toBe(100)
  })

  it('is everything after a break, and only what was heard since counts then', () => {
    const ahead = settled()
    ahead.heard('sellers')
    ahead.placing().at(100)
    ahead.settle(100)
    ahead.heard(null)
    expect(ahead.neededFor(['advertised'])).toBe(Number.POSITIVE_INFINITY)
    ahead.placing().at(50)
    ahead.settle(50)
    expect(ahead.neededFor(shelf)).toBe(50)
  })

  it('is everything once more topics were heard of than are remembered', () => {
    const ahead = settled(3)
    for (const id of ['a', 'b', 'c', 'd']) ahead.heard(`listing:${id}`)
    expect(ahead.neededFor(shelf)).toBe(Number.POSITIVE_INFINITY)
    ahead.placing().at(100)
    expect(ahead.neededFor(['listing:a'])).toBe(100)
    ahead.settle(100)
    expect(ahead.isEmpty()).toBe(true)
  })
})
