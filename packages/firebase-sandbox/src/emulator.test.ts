import { expect, test } from 'vitest'
import { createEmulator } from './emulator.ts'

test('a sign-up over the turn of a second is valid from its own moment on', async () => {
  const { state } = await createEmulator('demo-one-moment')
  const made = state.createUserWithLocalId('ann', { lastLoginAt: '1700000000999', validSince: '1700000001' })
  expect(made).toMatchObject({ lastLoginAt: '1700000000999', validSince: '1700000000' })
  expect(state.createUserWithLocalId('bob', { lastLoginAt: '1700000002000' })).not.toHaveProperty('validSince')
})
