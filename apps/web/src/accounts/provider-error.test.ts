import { describe, expect, it } from 'vitest'
import { plainSentence, providerCode, thirdWord } from './provider-error.ts'

describe('thirdWord', () => {
  it.each([
    ['Firebase: Error (auth/invalid-credential).', '(auth/invalid-credential).'],
    ['Firebase: Error (auth/wrong-password).', '(auth/wrong-password).'],
    ['Firebase: Password should be at least 6 characters (auth/weak-password).', 'should'],
    ['  Firebase:  Error   (auth/too-many-requests). ', '(auth/too-many-requests).'],
  ])('of %j is %j', (message, word) => expect(thirdWord(message)).toBe(word))

  it('is all of a message with fewer words', () => expect(thirdWord('Network Error')).toBe('Network Error'))
})

it('finds the code in the message of the provider, and in no other', () => {
  expect(providerCode(new Error('Firebase: Error (auth/user-not-found).'))).toBe('auth/user-not-found')
  expect(providerCode(new Error('Too many requests'))).toBeUndefined()
})

it('has a plain sentence for the common ones', () => {
  expect(plainSentence(new Error('Firebase: Error (auth/invalid-credential).'))).toMatch(/email or the password/)
  expect(plainSentence(new Error('Something else'))).toBeUndefined()
})
