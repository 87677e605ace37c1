import { existsSync } from 'node:fs'
import path from 'node:path'
import { readProgramFolders } from './env.ts'

/** Programs that run beside the product on more than one machine, each with the Debian package that holds it. */
const packages = {
  'redis-server': 'redis-server',
  pgbouncer: 'pgbouncer',
  nginx: 'nginx-light',
  'swift-proxy-server': 'swift-proxy',
  'swift-account-server': 'swift-account',
  'swift-container-server': 'swift-container',
  'swift-object-server': 'swift-object',
} as const

export type Program = keyof typeof packages

function folders(): string[] {
  return [...readProgramFolders(), '/usr/sbin', '/usr/local/sbin']
}

function locate(program: Program): string | undefined {
  return folders()
    .map(folder => path.join(folder, program))
    .find(file => existsSync(file))
}

/**
 * Where a program is.
 * @throws Error that says which package holds it when it is not there
 */
export function findProgram(program: Program): string {
  const file = locate(program)
  if (!file) throw new Error(`${program} is not there. It comes with Debian's package ${packages[program]}.`)
  return file
}

/** The Debian packages of the programs that are not there. */
export function missingPackages(): string[] {
  const names = Object.keys(packages) as Program[]
  return [...new Set(names.filter(program => !locate(program)).map(program => packages[program]))]
}
