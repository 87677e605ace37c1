import { defineConfig, devices } from '@playwright/test'
import { BASE_URL } from './src/env.ts'

const isRoot = process.getuid?.() === 0
const quiet = [
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** The product must be running at BASE_URL, as `npm start` serves it; `npm test` sees to that. */
export default defineConfig({
  testDir: 'tests',
  globalSetup: './src/specification-client/serve-in-both-modes.ts',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  workers: 2,
  fullyParallel: true,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : 'list',
  use: {
    ...devices['Desktop Chrome'],
    baseURL: BASE_URL,
    actionTimeout: 15_000,
    // It answers before `page.route` does. What needs it allows it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Pictures of each frame take more time than the tests.
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions: {
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
      args: [...quiet, ...(isRoot ? ['--no-sandbox'] : [])],
    },
  },
})
