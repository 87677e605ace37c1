import { statfsSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** What a person can do something about: shown as its one line, without a stack. */
export class Failure extends Error {
  /**
   * @param {string} message one line: what happened, and what to do
   * @param {string} [output] what a tool wrote, shown before the line
   */
  constructor(message, output = '') {
    super(message)
    this.name = 'Failure'
    this.output = output
  }
}

/**
 * The folder itself, or the nearest of its parents that exists.
 * @param {string} folder
 * @returns {string}
 */
export function nearestExisting(folder) {
  try {
    statSync(folder)
    return folder
  } catch {
    const parent = path.dirname(folder)
    return parent === folder ? folder : nearestExisting(parent)
  }
}

/**
 * The failure that a full disk is, or undefined when it is not that: said by the error or output, or seen at the folders.
 * @param {string} text
 * @param {string[]} folders
 */
export function fullDisk(text, folders) {
  const full = folders.map(nearestExisting).find(folder => freeMegabytes(folder) < 5)
  if (!full && !/ENOSPC|no space left on device|disk quota exceeded|EDQUOT/i.test(text)) return undefined
  const least = full ?? folders.map(nearestExisting).sort((a, b) => freeMegabytes(a) - freeMegabytes(b))[0] ?? '.'
  return new Failure(
    `The disk is full: ${freeMegabytes(least)} MB are free at ${least}. Free some space (2 GB are enough) and start again.`,
  )
}

/** @param {string} folder */
function freeMegabytes(folder) {
  const { bavail, bsize } = statfsSync(folder)
  return Math.floor((bavail * bsize) / 1024 ** 2)
}

/**
 * The failure that a missing permission on a path is.
 * @param {string} file
 */
export function notWritable(file) {
  const existing = nearestExisting(file)
  return new Failure(
    `No permission to write to ${existing}: make it yours (sudo chown -R ${userName()} "${existing}") or start as the user who owns it.`,
  )
}

/** The user's name, or the number of one without a name, as containers have. */
function userName() {
  try {
    return os.userInfo().username
  } catch {
    return `${process.getuid?.() ?? ''}`
  }
}

/**
 * What was thrown, for a person: a tool's output if there is any, then the one line; a stack for what nobody foresaw.
 * @param {unknown} error
 */
export function describe(error) {
  if (!(error instanceof Failure)) return `${error instanceof Error ? error.stack : error}`
  return error.output ? `${error.output.trimEnd()}\n\n${error.message}` : error.message
}
