import { existsSync } from 'node:fs'
import { root } from '../bootstrap/repository.mjs'
import { runCommand } from './run-command.ts'

const TIMEOUT_MS = 5 * 60_000

/** Installs packages of Debian's or Ubuntu's, for an administrator; for anyone else it does nothing. */
export async function installWithApt(packages: string[]): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await runCommand({ command: 'apt-get', args: ['update'], cwd: root, env, timeoutMs: TIMEOUT_MS })
  const args = ['install', '-y', '--no-install-recommends', ...packages]
  await runCommand({ command: 'apt-get', args, cwd: root, env, timeoutMs: TIMEOUT_MS })
}
