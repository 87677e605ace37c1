import path from 'node:path'
import { root } from '../bootstrap/repository.mjs'

export const webDir = path.join(root, 'apps', 'web', 'dist')
export const apiBundle = path.join(root, 'apps', 'api', 'dist', 'server.js')

/** Where everything lives that a run makes. */
export type DataPaths = ReturnType<typeof dataPaths>

export function dataPaths(dir: string) {
  return {
    dir,
    postgres: path.join(dir, 'postgres'),
    identity: path.join(dir, 'identity'),
    cardPayments: path.join(dir, 'card-payments'),
    images: path.join(dir, 'images'),
    auditHeads: path.join(dir, 'audit-heads.jsonl'),
    secrets: path.join(dir, 'secrets.json'),
    logs: path.join(dir, 'logs'),
    run: path.join(dir, 'run'),
    commandLineEnv: path.join(dir, 'run', 'command-line.env'),
  }
}

/** A path as a person in the checkout would write it. */
export function shown(file: string): string {
  const relative = path.relative(root, file)
  return relative.startsWith('..') || path.isAbsolute(relative) ? file : relative || '.'
}
