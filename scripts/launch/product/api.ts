import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../../bootstrap/repository.mjs'
import type { Settings } from '../env.ts'
import { apiBundle, dataPaths, webDir } from '../paths.ts'
import type { Secrets } from '../secrets.ts'
import type { ChildSpec } from '../supervise/child.ts'
import {
  addressOf,
  DATABASE_NAME,
  neededSandboxes,
  type Ports,
  PROJECT_ID,
  publicUrlOf,
  reachable,
  type SandboxName,
  smtpUrl,
} from './sandboxes.ts'

const parentWatchdog = pathToFileURL(path.join(root, 'scripts', 'launch', 'supervise', 'parent-watchdog.mjs')).href

export type Context = { settings: Settings; ports: Ports; secrets: Secrets }

/** The address of the database: the configured one, or the sandbox's. */
export function databaseUrl({ settings, ports, secrets }: Context): string {
  const own = `postgresql://postgres:${secrets.databasePassword}@127.0.0.1:${ports.postgres}/${DATABASE_NAME}`
  return settings.inherited.DATABASE_URL ?? own
}

/** What the API must know of each sandbox that runs. */
function sandboxVariables(name: SandboxName, { settings, ports, secrets }: Context): Record<string, string> {
  switch (name) {
    case 'postgres':
      return { DATABASE_URL: databaseUrl({ settings, ports, secrets }) }
    case 'identity':
      return {
        FIREBASE_PROJECT_ID: PROJECT_ID,
        FIREBASE_API_KEY: 'sandbox',
        FIREBASE_AUTH_DOMAIN: `${PROJECT_ID}.firebaseapp.com`,
        FIREBASE_AUTH_EMULATOR_HOST: addressOf(name, settings, ports),
      }
    case 'card-payments':
      return {
        STRIPE_SECRET_KEY: secrets.cardSecretKey,
        STRIPE_PUBLISHABLE_KEY: secrets.cardPublishableKey,
        STRIPE_WEBHOOK_SECRET: secrets.cardWebhookSecret,
        STRIPE_CONNECT_WEBHOOK_SECRET: secrets.connectWebhookSecret,
        STRIPE_API_URL: `http://${addressOf(name, settings, ports)}`,
        STRIPE_SCRIPT_URL: `${publicUrlOf(name, settings, ports)}/v3/`,
      }
    case 'mail':
      return { SMTP_URL: smtpUrl(settings, ports), MAIL_FROM: 'Second Ring <no-reply@second-ring.example>' }
    case 'image-host':
      return {
        IMAGE_HOST_KEY: secrets.imageHostKey,
        SANDBOX_IMAGE_HOST_URL: `http://${addressOf(name, settings, ports)}`,
      }
  }
}

/** What the API must know of all sandboxes that run. */
export function variablesOfSandboxes(context: Context): Record<string, string> {
  return Object.assign({}, ...neededSandboxes(context.settings).map(name => sandboxVariables(name, context)))
}

/** What signs tokens and the audit, and where the audit's heads go; production sets its own. */
export function ownVariables({ settings, secrets }: Context): Record<string, string> {
  if (settings.isProduction) return {}
  return {
    ACCESS_TOKEN_SECRET: secrets.accessTokenSecret,
    AUDIT_KEY: secrets.auditKey,
    AUDIT_HEADS_FILE: dataPaths(settings.dataDir).auditHeads,
  }
}

/** As in the image; docs/performance.md says why. */
const heapLimits = ['--max-semi-space-size=8', '--max-old-space-size=160', '--heap-growing-percent=100']

/** The API's environment: the user's, with what the sandboxes are reached by; the bundle or, for development, its sources. */
export function apiSpec(context: Context, development?: { port: number }): ChildSpec {
  const { settings, ports } = context
  const port = development?.port ?? ports.site
  const host = development ? '127.0.0.1' : settings.host
  return {
    name: 'api',
    title: 'the API',
    args: [
      '--enable-source-maps',
      ...(development ? [] : heapLimits),
      ...['--import', parentWatchdog, development ? 'apps/api/src/server.ts' : apiBundle],
    ],
    env: {
      ...ownVariables(context),
      ...settings.inherited,
      ...variablesOfSandboxes(context),
      ...(development ? {} : { WEB_DIR: webDir }),
      PORT: `${port}`,
      HOST: host,
      PUBLIC_URL: settings.publicUrl,
    },
    isReady: () => isHealthy(`http://${reachable(host)}:${port}/healthz`),
    mayEnd: development !== undefined,
  }
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2000) })).ok
  } catch {
    return false
  }
}
