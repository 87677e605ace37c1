import { DomainError } from '@second-ring/contracts/errors'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createProviderPolicy, guarded, type ProviderLimits } from './provider-policy.ts'

const limits = { atOnce: 2, timeoutMs: 8000, failuresInARow: 3, restMs: 5000, message: 'Not now.' }
const policyWith = (other: Partial<ProviderLimits> = {}) => createProviderPolicy({ ...limits, ...other })
const unavailable = expect.objectContaining({ code: 'PROVIDER_UNAVAILABLE', message: 'Not now.', retryAfterS: 5 })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const hangs = () => new Promise<never>(() => undefined)
const answers = async () => 'answer'
const outage = new DomainError('PROVIDER_UNAVAILABLE', 'The adapter says so.')
const fails = async () => {
  throw outage
}
const outcome = (work: Promise<unknown>) => work.catch(error => error)

describe('the calls of a provider', () => {
  it('are refused at once when as many wait as may, and made again when one has ended', async () => {
    const policy = policyWith()
    const first = Promise.withResolvers<string>()
    const waiting = [policy.run(() => first.promise), outcome(policy.run(hangs))]
    expect(policy.isAnswering()).toBe(false)
    let asked = 0
    const third = policy.run(async () => {
      asked += 1
    })
    expect(await outcome(third)).toEqual(unavailable)
    expect(asked).toBe(0)
    first.resolve('first')
    expect(await waiting[0]).toBe('first')
    expect(policy.isAnswering()).toBe(true)
    expect(await policy.run(answers)).toBe('answer')
  })

  it('are given up after their time', async () => {
    const policy = policyWith()
    const call = outcome(policy.run(hangs))
    await vi.advanceTimersByTimeAsync(7999)
    expect(await Promise.race([call, 'waits'])).toBe('waits')
    await vi.advanceTimersByTimeAsync(1)
    expect(await call).toEqual(unavailable)
    expect(await policy.run(answers)).toBe('answer')
  })

  it('are not made for a while after several failures in a row, then one tries', async () => {
    const policy = policyWith()
    for (const call of [fails, fails, answers, fails, fails, fails]) await outcome(policy.run(call))
    expect(policy.isAnswering()).toBe(false)
    const made: string[] = []
    const asked = (call: () => Promise<unknown>) =>
      outcome(
        policy.run(() => {
          made.push('asked')
          return call()
        }),
      )
    expect(await asked(answers)).toEqual(unavailable)
    expect(made).toEqual([])
    await vi.advanceTimersByTimeAsync(limits.restMs)
    expect(policy.isAnswering()).toBe(true)
    expect(await asked(fails)).toBe(outage)
    expect(await asked(answers)).toEqual(unavailable)
    expect(made).toEqual(['asked'])
    await vi.advanceTimersByTimeAsync(limits.restMs)
    expect(await Promise.all([asked(answers), asked(answers)])).toEqual(['answer', 'answer'])
    expect(policy.isAnswering()).toBe(true)
  })

  it('may be refused by the provider as often as it likes', async () => {
    const policy = policyWith()
    const refusal = new DomainError('NOT_FOUND', 'There is no such thing.')
    for (let count = 0; count < 10; count += 1) {
      expect(await outcome(policy.run(() => Promise.reject(refusal)))).toBe(refusal)
    }
    expect(policy.isAnswering()).toBe(true)
  })
})

describe('a guarded provider', () => {
  it('asks by the policy, but for what asks nobody', async () => {
    const runs: string[] = []
    const provider = {
      word: 'word',
      async ask(this: { word: string }, text: string) {
        return `${this.word} ${text}`
      },
      check(text: string) {
        return text.length
      },
    }
    const policy = policyWith()
    const seen = {
      ...policy,
      run<T>(call: () => Promise<T>) {
        runs.push('run')
        return policy.run(call)
      },
    }
    const safe = guarded(provider, seen, ['check'])
    expect(await safe.ask('of it')).toBe('word of it')
    expect(safe.check('four')).toBe(4)
    expect(runs).toEqual(['run'])
  })
})
