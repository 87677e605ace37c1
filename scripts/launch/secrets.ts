import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { Failure } from '../bootstrap/failure.mjs'
import { shown } from './paths.ts'

const make = {
  databasePassword: () => random(24),
  accessTokenSecret: () => random(48),
  auditKey: () => random(32),
  cardSecretKey: () => `sk_test_${random(24)}`,
  cardPublishableKey: () => `pk_test_${random(24)}`,
  cardWebhookSecret: () => `whsec_${random(24)}`,
  connectWebhookSecret: () => `whsec_${random(24)}`,
  imageHostKey: () => random(16),
}
export type Secrets = Record<keyof typeof make, string>

/** The secrets of this sandbox: made once, kept for its owner alone, so that sessions and payments outlive a restart. */
export function keepSecrets(file: string): Secrets {
  const kept = existsSync(file) ? read(file) : {}
  const secrets = Object.fromEntries(
    Object.entries(make).map(([name, create]) => [name, kept[name] ?? create()]),
  ) as Secrets
  writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  chmodSync(file, 0o600)
  return secrets
}

function read(file: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new Failure(`${shown(file)} cannot be read: delete it and start again (everyone signs in anew).`)
  }
}

function random(bytes: number): string {
  return randomBytes(bytes).toString('hex')
}
