/** URLs of a test run's shared servers, passed from the global setup to the test processes. */
export interface SharedServers {
  /** The PostgreSQL server's address, with `postgres` as its database. */
  postgresUrl: string
  /** The migrated database that each market is cloned from. */
  template: string
  /** The identity sandbox's origin. */
  identityUrl: string
  /** The mail sandbox: its mailbox, and its SMTP server. */
  mail: { url: string; smtpUrl: string }
}

const VARIABLE = 'SECOND_RING_TESTKIT'

export function readSharedServers(): SharedServers | null {
  const text = process.env[VARIABLE]
  return text ? (JSON.parse(text) as SharedServers) : null
}

export function shareServers(servers: SharedServers): void {
  process.env[VARIABLE] = JSON.stringify(servers)
}

/** Whether tests try all that they know (`TEST_FORM=long`); otherwise those that take long try a part of it. */
export function isLongForm(): boolean {
  return process.env.TEST_FORM === 'long'
}

/** Firebase's SDK finds its emulator by this variable alone, read when it is constructed. */
export function pointFirebaseAt(identityUrl: string): void {
  process.env.FIREBASE_AUTH_EMULATOR_HOST = new URL(identityUrl).host
}
