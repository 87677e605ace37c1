import { TRPCClientError } from '@trpc/client'
import { describe, expect, it } from 'vitest'
import { refusal } from '#testing/open-app.tsx'
import { exactMoment } from '#ui/moment.tsx'
import { domainCode, isTransient, isUnauthenticated, mayBeDone, messageOf } from './errors.ts'
import { NotSentError, RequestError } from './plain-fetch.ts'

const named = (name: string) => Object.assign(new Error('x'), { name })

describe('trying again may help', () => {
  it.each([
    ['no answer to a call', new TRPCClientError('Network Error')],
    ['no answer at all', new TypeError('Network Error')],
    ['a server in trouble', refusal('x', 'PROVIDER_UNAVAILABLE', 503)],
    ['too many requests', refusal('x', 'TOO_MANY_REQUESTS', 429)],
    ['an answer of something on the way', new RequestError('Request failed with status code 502')],
    ['code that took too long', named('ChunkTimeout')],
    ['an identity provider out of reach', Object.assign(new Error('x'), { code: 'auth/network-request-failed' })],
  ])('after %s', (_, error) => expect(isTransient(error)).toBe(true))

  it.each([
    ['a refusal', refusal('x', 'NOT_FOUND', 404)],
    ['a refusal of the identity provider', Object.assign(new Error('x'), { code: 'auth/invalid-credential' })],
    ['a fault of ours', new Error('x')],
    ['nothing known', undefined],
  ])('not after %s', (_, error) => expect(isTransient(error)).toBe(false))
})

it.each([
  [true, 'no answer', new TRPCClientError('Network Error')],
  [true, 'a server in trouble', refusal('x', 'UNAVAILABLE', 503)],
  [false, 'a call that was not sent', TRPCClientError.from(new NotSentError())],
  [false, 'too many requests', refusal('x', 'TOO_MANY_REQUESTS', 429)],
  [false, 'a refusal', refusal('x', 'ALREADY_BOOKED', 409)],
])('a write may be done: %s, after %s', (may, _, error) => expect(mayBeDone(error)).toBe(may))

it('says when by the reader’s own clock', () => {
  const waiting = refusal('You can go on after 2026-11-23 14:05 UTC; then sell one.', 'LIMIT_REACHED', 409)
  expect(messageOf(waiting)).toBe(`You can go on after ${exactMoment('2026-11-23T14:05:00Z')}; then sell one.`)
})

it('knows the domain’s code, and who is not accepted', () => {
  expect(domainCode(refusal('x', 'CONFLICT', 409))).toBe('CONFLICT')
  expect(domainCode(new Error('x'))).toBeUndefined()
  expect(isUnauthenticated(refusal('x', 'UNAUTHENTICATED', 401))).toBe(true)
  expect(isUnauthenticated(refusal('x', 'FORBIDDEN', 403))).toBe(false)
})

it.each([
  [new Error('It broke.'), 'It broke.'],
  [new Response(null, { status: 404, statusText: 'Not Found' }), 'Not Found'],
  [new Error(''), 'Something went wrong'],
  [new Response(null, { status: 500 }), 'Something went wrong'],
  ['text', 'Something went wrong'],
  [undefined, 'Something went wrong'],
])('%s reads: %s', (error, text) => expect(messageOf(error)).toBe(text))

it('says nothing of a second factor that the person closed the dialog of', () => {
  expect(messageOf(refusal('Prove first that it is you.', 'FACTOR_REQUIRED', 403))).toBe('')
})
