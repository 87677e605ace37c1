import { afterEach, expect, it, vi } from 'vitest'
import { otherBrowsers } from './other-browsers.ts'

afterEach(() => void vi.unstubAllEnvs())

it('says which browsers are not to be had, and counts each as failed', async () => {
  vi.stubEnv('FIREFOX_PATH', '/no/firefox')
  vi.stubEnv('WEBKIT_DRIVER_PATH', '/no/driver')
  const lines: string[] = []
  const progress = {
    say: (text = '') => void lines.push(text),
    step: async <T>(_label: string, work: (step: { detail(): void; fail(): void }) => Promise<T>) =>
      work({ detail: () => undefined, fail: () => undefined }),
    close: () => undefined,
  }
  expect(await otherBrowsers(progress)).toEqual({
    projects: [],
    env: {},
    tally: { passed: 0, failed: 2, failures: ['Firefox', 'WebKit'] },
  })
  expect(lines).toEqual([
    'FIREFOX_PATH is /no/firefox, which does not run.',
    'WEBKIT_DRIVER_PATH is /no/driver, which does not run.',
  ])
})
