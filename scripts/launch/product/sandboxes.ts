import path from 'node:path'
import { root } from '../../bootstrap/repository.mjs'
import { isEveryAddress, type Settings } from '../env.ts'
import type { DataPaths } from '../paths.ts'
import type { WantedPort } from '../ports.ts'
import type { Secrets } from '../secrets.ts'
import { announced, type ChildSpec } from '../supervise/child.ts'

export type SandboxName = 'card-payments' | 'identity' | 'image-host' | 'mail' | 'postgres'
export const PROJECT_ID = 'demo-second-ring'
export const DATABASE_NAME = 'second_ring'

/** What is added to the site's port for each. */
const OFFSETS: Record<SandboxName, number> = { 'card-payments': 1, identity: 2, 'image-host': 3, postgres: 4, mail: 5 }
/** The mail sandbox listens on two: its mailbox, and SMTP. */
const SMTP_OFFSET = 6
const TITLES: Record<SandboxName, string> = {
  'card-payments': 'the card payments',
  identity: 'the sign-in provider',
  'image-host': 'the image host',
  mail: 'the mailbox',
  postgres: 'the database',
}

/** What is run for each, below `packages/`. */
const COMMANDS: Record<SandboxName, string> = {
  'card-payments': 'stripe-sandbox/src/cli.ts',
  identity: 'firebase-sandbox/src/cli.ts',
  'image-host': 'pictures/src/image-host/cli.ts',
  mail: 'mail-sandbox/src/cli.ts',
  postgres: 'postgres-embedded/src/cli.ts',
}

export type Ports = Record<SandboxName | 'site' | 'smtp', number>

export function portsFrom(site: number): Ports {
  const at = (name: SandboxName) => site + OFFSETS[name]
  return {
    site,
    'card-payments': at('card-payments'),
    identity: at('identity'),
    'image-host': at('image-host'),
    postgres: at('postgres'),
    mail: at('mail'),
    smtp: site + SMTP_OFFSET,
  }
}

/** The outside services that the environment does not configure. */
export function neededSandboxes({ isProduction, configured }: Settings): SandboxName[] {
  if (isProduction) return []
  const needed: [SandboxName, boolean][] = [
    ['postgres', !configured.database],
    ['identity', !configured.identity],
    ['card-payments', !configured.cardPayments],
    ['image-host', !configured.imageHost],
    ['mail', !configured.mail],
  ]
  return needed.flatMap(([name, isNeeded]) => (isNeeded ? [name] : []))
}

/** The browser talks to card payments, identity and the mailbox itself; the others stand behind the API. */
function hostOf(name: SandboxName, settings: Settings): string {
  return name === 'identity' || name === 'card-payments' || name === 'mail' ? settings.host : '127.0.0.1'
}

/** An address that this machine reaches a server at that listens on `host`. */
export function reachable(host: string): string {
  if (isEveryAddress(host)) return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

/** Where this machine reaches a sandbox, as `host:port`. */
export function addressOf(name: SandboxName, settings: Settings, ports: Ports): string {
  return `${reachable(hostOf(name, settings))}:${ports[name]}`
}

/** Every port that this start listens on. */
export function wantedPorts(settings: Settings, ports: Ports): WantedPort[] {
  const needed = neededSandboxes(settings)
  const smtp = { port: ports.smtp, host: hostOf('mail', settings), title: 'the mail server' }
  return [
    { port: ports.site, host: settings.host, title: 'the site' },
    ...needed.map(name => ({
      port: ports[name],
      host: hostOf(name, settings),
      title: TITLES[name],
    })),
    ...(needed.includes('mail') ? [smtp] : []),
  ]
}

/** Where a browser finds a sandbox: on the machine that it finds the site on. */
export function publicUrlOf(name: SandboxName, settings: Settings, ports: Ports): string {
  return `http://${new URL(settings.publicUrl).hostname}:${ports[name]}`
}

/** The page of the mails that the sign-in provider's sandbox would send. */
export function outboxUrl(settings: Settings, ports: Ports): string {
  return `${publicUrlOf('identity', settings, ports)}/outbox`
}

/** Where the API sends mails to, of the sandbox. */
export function smtpUrl(settings: Settings, ports: Ports): string {
  return `smtp://${reachable(hostOf('mail', settings))}:${ports.smtp}`
}

/** How each is started. Their variables stand in the cli.ts of each. */
export function sandboxSpec(
  name: SandboxName,
  context: { settings: Settings; ports: Ports; data: DataPaths; secrets: Secrets },
): ChildSpec {
  const { settings, ports, data, secrets } = context
  const variables: Record<SandboxName, Record<string, string>> = {
    postgres: { DATA_DIR: data.postgres, POSTGRES_PASSWORD: secrets.databasePassword },
    identity: {
      DATA_FILE: path.join(data.identity, 'accounts.jsonl'),
      FIREBASE_PROJECT_ID: PROJECT_ID,
      ACTION_URL: new URL('/account/action', settings.publicUrl).href,
    },
    'card-payments': {
      DATA_FILE: path.join(data.cardPayments, 'state.jsonl'),
      PUBLIC_URL: publicUrlOf(name, settings, ports),
      STRIPE_SECRET_KEY: secrets.cardSecretKey,
      STRIPE_PUBLISHABLE_KEY: secrets.cardPublishableKey,
      WEBHOOK_URL: `http://${reachable(settings.host)}:${ports.site}/webhooks/card-payments`,
      STRIPE_WEBHOOK_SECRET: secrets.cardWebhookSecret,
      CONNECT_WEBHOOK_URL: `http://${reachable(settings.host)}:${ports.site}/webhooks/connected-accounts`,
      STRIPE_CONNECT_WEBHOOK_SECRET: secrets.connectWebhookSecret,
    },
    mail: {
      SMTP_PORT: `${ports.smtp}`,
      ...(neededSandboxes(settings).includes('identity') && {
        MORE_URL: outboxUrl(settings, ports),
        MORE_TITLE: 'Mails of the sign-in provider',
      }),
    },
    'image-host': { DATA_DIR: data.images, PUBLIC_URL: settings.publicUrl, KEY: secrets.imageHostKey },
  }
  return {
    name,
    title: TITLES[name],
    args: [path.join(root, 'packages', COMMANDS[name])],
    env: {
      ...settings.inherited,
      ...variables[name],
      HOST: hostOf(name, settings),
      PORT: `${ports[name]}`,
    },
    isReady: announced,
  }
}
