import { accessSync, constants, mkdirSync, rmSync } from 'node:fs'
import { Failure, fullDisk, notWritable } from '../../bootstrap/failure.mjs'
import { type DataPaths, shown } from '../paths.ts'
import { endLeftovers } from './leftovers.ts'
import { claimPidFile, removePidFile } from './pid-file.ts'

const LAUNCHER = 'launcher'

/**
 * Makes the data folder this launcher's own, and ends what a killed one left running.
 * @returns lines that say what was done
 * @throws Failure while another launcher runs on it
 */
export async function claimData(data: DataPaths, url: string): Promise<string[]> {
  makeFolders(data)
  const said: string[] = []
  const other = claimPidFile(data.run, LAUNCHER, url)
  if (other) {
    throw new Failure(
      `Second Ring is already running at ${other.url}: use it, or stop it with Ctrl-C there or with: kill ${other.pid}`,
    )
  }
  const left = await endLeftovers(data.run, LAUNCHER, 'postgres')
  if (left.length > 0) said.push(`Ended what a killed start had left running: ${left.join(', ')}.`)
  return said
}

export function releaseData(data: DataPaths): void {
  removePidFile(data.run, LAUNCHER)
}

function makeFolders(data: DataPaths): void {
  for (const folder of [data.dir, data.run, data.logs]) {
    try {
      mkdirSync(folder, { recursive: true })
      accessSync(folder, constants.W_OK)
    } catch (error) {
      throw fullDisk(String(error), [folder]) ?? notWritable(folder)
    }
  }
}

/**
 * Deletes what a start makes, once it is claimed: a data folder that was named by mistake loses nothing else.
 * @returns a line that says so
 */
export function deleteMade(data: DataPaths): string {
  for (const made of [data.postgres, data.identity, data.cardPayments, data.images, data.secrets, data.logs]) {
    try {
      rmSync(made, { recursive: true, force: true })
    } catch {
      throw notWritable(made)
    }
  }
  mkdirSync(data.logs, { recursive: true })
  return `Deleted everything that was made in ${shown(data.dir)}.`
}
