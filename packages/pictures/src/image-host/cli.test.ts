import { runCli } from '@second-ring/server-process/testing/run-cli'
import { temporaryFolder } from '@second-ring/server-process/testing/temporary-folder'
import { expect, test } from 'vitest'

const imageHost = new URL('./cli.ts', import.meta.url)

test('says in one line what is missing or wrong, and ends', async () => {
  await expect(runCli(imageHost, { DATA_DIR: '' })).rejects.toThrow(/^DATA_DIR is not set\.$/)
  await expect(runCli(imageHost, { DATA_DIR: '/tmp', KEY: 'k', PORT: 'http' })).rejects.toThrow(
    /^PORT must be a number from 0 to 65535, not http\.$/,
  )
})

test('announces itself in one line of JSON, and frees its port when asked to stop', async () => {
  const env = { DATA_DIR: await temporaryFolder(), KEY: 'sandbox' }
  const first = await runCli(imageHost, env)
  expect(first.ready).toEqual({ ready: true, url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) })
  const { port } = new URL(String(first.ready.url))
  await expect(runCli(imageHost, { ...env, PORT: port })).rejects.toThrow(`Port ${port} is taken.`)
  expect(await first.end('SIGINT')).toBe(0)
  const second = await runCli(imageHost, { ...env, PORT: port })
  expect(second.ready.url).toBe(first.ready.url)
  expect(await second.end('SIGTERM')).toBe(0)
})
