import { randomUUID } from 'node:crypto'
import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import type { AccessTokens } from './access-tokens.ts'
import { registerAccessTokens } from './jwt-access-tokens.ts'

const [old, current, next] = ['old', 'current', 'next'].map(name => name.repeat(16)) as [string, string, string]
const start = Date.parse('2026-11-21T10:00:00Z')

function tokens(secret: string, previousSecret?: string, now = start): Promise<AccessTokens> {
  return registerAccessTokens(fastify(), { secret, previousSecret, clock: { now: () => new Date(now) } })
}

describe('the key that access tokens are signed with', () => {
  const holder = { userId: randomUUID(), sessionId: randomUUID() }

  it('can be changed without signing anyone out: tokens of the one before are taken', async () => {
    const { accessToken } = (await tokens(old)).issue(holder)
    expect((await tokens(current, old)).verify(accessToken)).toEqual(holder)
  })

  it('signs as the new one', async () => {
    const { accessToken } = (await tokens(current, old)).issue(holder)
    expect((await tokens(current)).verify(accessToken)).toEqual(holder)
    expect((await tokens(old)).verify(accessToken)).toBeNull()
  })

  it('is worth nothing once it is neither of the two', async () => {
    const { accessToken } = (await tokens(old)).issue(holder)
    expect((await tokens(current)).verify(accessToken)).toBeNull()
    expect((await tokens(next, current)).verify(accessToken)).toBeNull()
  })

  it('lets a token of the one before run out in its time', async () => {
    const { accessToken, expiresAt } = (await tokens(old)).issue(holder)
    const at = (moment: number) => tokens(current, old, moment)
    expect((await at(expiresAt.getTime() - 1000)).verify(accessToken)).toEqual(holder)
    expect((await at(expiresAt.getTime() + 1000)).verify(accessToken)).toBeNull()
  })

  it('shows for ever whose an expired token was, while it is one of the two', async () => {
    const { accessToken, expiresAt } = (await tokens(old)).issue(holder)
    const later = expiresAt.getTime() + 29 * 86_400_000
    expect((await tokens(current, old, later)).holderOf(accessToken)).toEqual(holder)
    expect((await tokens(current, next, later)).holderOf(accessToken)).toBeNull()
    expect((await tokens(old)).holderOf(`${accessToken}x`)).toBeNull()
  })
})
