import { randomBytes } from 'node:crypto'
import { chown, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import type { OsUser } from './os-user.ts'

/** Where the superuser's password lies, for the owner of the data only. */
export const passwordFile = (dataDir: string): string => path.join(dataDir, 'superuser.password')

/** A password that nobody else on this machine can guess: a superuser of the database can read and run a lot. */
export const randomPassword = (): string => randomBytes(18).toString('base64url')

export const writePassword = async (dataDir: string, password: string, owner: OsUser): Promise<void> => {
  await writeFile(passwordFile(dataDir), `${password}\n`, { mode: 0o600 })
  if ('uid' in owner) await chown(passwordFile(dataDir), Number(owner.uid), Number(owner.gid))
}

const changePassword = async (connectionString: string, user: string, password: string): Promise<void> => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(`alter role ${pg.escapeIdentifier(user)} password ${pg.escapeLiteral(password)}`)
  } finally {
    await client.end()
  }
}

type PasswordNow = {
  dataDir: string
  owner: OsUser
  user: string
  /** What it shall be from now on; as it is when left out. */
  wanted: string | undefined
  /** How to connect with a password. */
  url: (password: string) => string
}

/** Brings the superuser's password to what is wanted, remembers it, and returns it. */
export const settlePassword = async ({ dataDir, owner, user, wanted, url }: PasswordNow): Promise<string> => {
  const remembered = (await readFile(passwordFile(dataDir), 'utf8').catch(() => '')).trim()
  if (wanted === undefined && remembered === '') throw new Error(`${passwordFile(dataDir)} is missing.`)
  if (wanted === undefined || wanted === remembered) return remembered
  // The second way: a kill came between the change and the note of it, or the note was lost.
  await changePassword(url(remembered), user, wanted).catch(() => changePassword(url(wanted), user, wanted))
  await writePassword(dataDir, wanted, owner)
  return wanted
}
