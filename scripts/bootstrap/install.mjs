import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Failure, fullDisk, notWritable } from './failure.mjs'
import { hasDevelopmentPackages, installedExtent, recordInstall } from './installed.mjs'
import { node24, pnpm } from './repository.mjs'

/**
 * Makes sure that the packages of the lockfile are there. A start needs fewer than the tests; what is there already,
 * stays.
 * @param {{ root: string, extent: import('./installed.mjs').Extent, progress: import('./progress.mjs').Progress }} wanted
 */
export async function ensureInstalled({ root, extent, progress }) {
  const present = installedExtent(root)
  if (present === 'everything' || present === extent) return
  const chosen = hasDevelopmentPackages(root) ? 'everything' : extent
  for (const folder of [root, path.join(root, 'node_modules')]) {
    if (existsSync(folder) && !isWritable(folder)) throw notWritable(folder)
  }
  await progress.step('Packages', async () => {
    const { code, output } = await runPnpm(root, ['install', '--frozen-lockfile', `--prod=${chosen === 'for a start'}`])
    if (code !== 0 || !existsSync(node24)) throw explain(output, root)
    recordInstall(root, chosen)
  })
}

/** By default npm takes 70 seconds to notice that there is no network. */
const patience = { npm_config_fetch_retry_mintimeout: '1000', npm_config_fetch_retry_maxtimeout: '5000' }

/**
 * @param {string} root
 * @param {string[]} args
 * @returns {Promise<{ code: number, output: string }>}
 */
function runPnpm(root, args) {
  return new Promise(resolve => {
    // No prompt may wait for an answer, whatever is there already.
    const command = ['--yes', '--prefer-offline', pnpm, '--config.confirm-modules-purge=false', ...args]
    const child = spawn('npx', command, {
      cwd: root,
      env: { ...patience, ...process.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    // What is stopped half-way is not left running, and is done again next time.
    const stop = () => {
      if (child.pid) process.kill(-child.pid, 'SIGTERM')
      process.exit(130)
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop)
    /** @type {Buffer[]} */
    const chunks = []
    child.stdout.on('data', chunk => chunks.push(chunk))
    child.stderr.on('data', chunk => chunks.push(chunk))
    child.on('error', error => chunks.push(Buffer.from(error.message)))
    child.on('close', code => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, stop)
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() })
    })
  })
}

/**
 * @param {string} output
 * @param {string} root
 */
function explain(output, root) {
  const shown = output.split('\n').slice(-30).join('\n')
  const full = fullDisk(output, [root, os.homedir(), os.tmpdir()])
  if (full) return full
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|META_FETCH_FAIL/.test(output)) {
    const registry = /https?:\/\/[^/\s]+/.exec(output)?.[0] ?? 'the npm registry'
    return new Failure(
      `The packages could not be fetched from ${registry}: check the network (and \`npm config get registry\`) and start again.`,
    )
  }
  if (/OUTDATED_LOCKFILE|FROZEN_LOCKFILE/.test(output)) {
    return new Failure(`pnpm-lock.yaml does not match the package.json files: run npx ${pnpm} install`, shown)
  }
  if (/EACCES|EPERM/.test(output))
    return new Failure('The packages could not be installed: a folder is not writable (see above).', shown)
  return new Failure('The packages could not be installed (see above).', shown)
}

/** @param {string} folder */
function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
