import { defineConfig, devices, type PlaywrightTestOptions, type PlaywrightWorkerOptions } from '@playwright/test'
import { BASE_URL, CHROMIUM_PATH, FIREFOX_PATH } from './src/env.ts'

type Browser = Partial<PlaywrightTestOptions & PlaywrightWorkerOptions>

const isRoot = process.getuid?.() === 0
const quiet = [
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

const chromium: Browser = {
  ...devices['Desktop Chrome'],
  launchOptions: {
    ...(CHROMIUM_PATH && { executablePath: CHROMIUM_PATH }),
    args: [...quiet, ...(isRoot ? ['--no-sandbox'] : [])],
  },
}

/** Mozilla's own Firefox, which Playwright 1.64 drives by WebDriver BiDi; 1.65 asks it for what it does not know. */
const firefox: Browser = {
  ...devices['Desktop Firefox'],
  channel: 'moz-firefox',
  ...(FIREFOX_PATH && { launchOptions: { executablePath: FIREFOX_PATH } }),
}

const webkit = 'webkit.spec.ts'

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
    baseURL: BASE_URL,
    actionTimeout: 15_000,
    // It answers before `page.route` does. What needs it allows it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Pictures of each frame take more time than the tests.
    trace: { mode: 'retain-on-failure', screenshots: false },
  },
  projects: [
    { name: 'chromium', testIgnore: webkit, use: chromium },
    { name: 'firefox', grep: /@firefox/, use: firefox },
    // In one window, one page after the other.
    { name: 'webkit', testMatch: webkit, fullyParallel: false },
  ],
})
