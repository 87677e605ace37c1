import { describe, expect, it } from 'vitest'
import { ReturnForm } from '../claims/claim.ts'
import { HandoverForm } from './hand-over.ts'

describe('a code that one side shows the other', () => {
  it.each([
    ['buyer', HandoverForm],
    ['seller', ReturnForm],
  ])('is six digits, spaces aside; else it says that the %s shows them', (by, form) => {
    expect(form.parse({ code: ' 048 213 ' })).toEqual({ code: '048213' })
    for (const code of ['', '12345', '1234567', 'abcdef']) {
      const [issue] = form.safeParse({ code }).error?.issues ?? []
      expect(issue?.message).toBe(`Enter the six digits that the ${by} shows you`)
    }
  })
})
