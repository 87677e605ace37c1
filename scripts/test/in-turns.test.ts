import { expect, test } from 'vitest'
import { inTurns } from './in-turns.ts'

test('does everything, no more than so many at once, and answers in order', async () => {
  const open: (() => void)[] = []
  let most = 0
  const results = inTurns([1, 2, 3, 4, 5], 2, async item => {
    await new Promise<void>(resolve => {
      open.push(resolve)
      most = Math.max(most, open.length)
    })
    return item * 10
  })
  for (let done = 0; done < 5; done += 1) {
    await expect.poll(() => open.length).toBeGreaterThan(0)
    open.pop()?.()
  }
  expect(await results).toEqual([10, 20, 30, 40, 50])
  expect(most).toBe(2)
})
