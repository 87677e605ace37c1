import { describe, expect, it } from 'vitest'
import { BookingForm } from './place-order.ts'

describe('the booking form', () => {
  it('asks for a phone and a place', () => {
    const issues = BookingForm.safeParse({ phone: '', meetingPlace: '' }).error?.issues
    expect(issues?.map(issue => issue.message)).toEqual(['Phone is required', 'Meeting location is required'])
  })

  it.each(['555 0199', '+1 (555) 010-0199', '01711000000'])('takes the number %j', phone => {
    expect(BookingForm.parse({ phone, meetingPlace: 'Library' }).phone).toBe(phone)
  })

  it.each(['call me', '12', '......', '+1 555 0199 ext. 4', '1\n2 3 4'])('refuses %j', phone => {
    const issues = BookingForm.safeParse({ phone, meetingPlace: 'Library' }).error?.issues
    expect(issues?.[0]?.message).toBe('Enter a phone number, such as +1 555 010 0199')
  })
})
