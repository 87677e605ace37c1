import { describe, expect, it } from 'vitest'
import { createChangedTopics } from './changed-topics.ts'

function atTime(max?: number) {
  const clock = { ms: 100 }
  return { clock, changed: createChangedTopics({ now: () => clock.ms, ...(max && { max }) }) }
}

describe('when topics changed last', () => {
  it('is the last change of any of them, and the beginning for those of which nothing was heard', () => {
    const { clock, changed } = atTime()
    expect(changed.lastChangeOf(['sellers'])).toBe(100)
    clock.ms = 200
    changed.note('category:phones')
    clock.ms = 300
    changed.note('category:tablets')
    expect(changed.lastChangeOf(['category:phones', 'sellers'])).toBe(200)
    expect(changed.lastChangeOf(['sellers'])).toBe(100)
    clock.ms = 400
    changed.note('category:phones')
    expect(changed.lastChangeOf(['category:phones', 'sellers'])).toBe(400)
  })

  it('is now for all of them after a break', () => {
    const { clock, changed } = atTime()
    clock.ms = 200
    changed.note(null)
    expect(changed.lastChangeOf(['sellers'])).toBe(200)
  })

  it('is never earlier than the change of a topic that was forgotten', () => {
    const { clock, changed } = atTime(2)
    for (const [index, topic] of ['listing:a', 'listing:b', 'listing:a', 'listing:c'].entries()) {
      clock.ms = 200 + index
      changed.note(topic)
    }
    expect(changed.lastChangeOf(['listing:b'])).toBe(201)
    expect(changed.lastChangeOf(['sellers'])).toBe(201)
    expect(changed.lastChangeOf(['listing:a'])).toBe(202)
  })
})
