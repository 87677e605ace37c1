import { readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import type { OsUser } from './os-user.ts'

/** How to start a program as another user: what to put before it, and the ids for `spawn` when nothing has to be. */
export type RunAs = { prefix: string[]; ids: OsUser }

const canSearch = async (folder: string, { uid, gid }: { uid: number; gid: number }): Promise<boolean> => {
  const { mode, uid: owner, gid: group } = await stat(folder)
  const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001
  return (mode & bit) !== 0
}

const canReach = async (folder: string, user: { uid: number; gid: number }): Promise<boolean> => {
  const parent = path.dirname(folder)
  if (!(await canSearch(folder, user))) return false
  return parent === folder || canReach(parent, user)
}

/** The smallest capability at hand that lets a process walk through closed folders; containers lack the first one. */
const searchCapability = async (): Promise<string | undefined> => {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '')
  const effective = BigInt(`0x${/^CapEff:\s*([0-9a-f]+)/m.exec(status)?.[1] ?? '0'}`)
  if (effective & (1n << 2n)) return 'dac_read_search'
  return effective & (1n << 1n) ? 'dac_override' : undefined
}

const findSetpriv = async (): Promise<string | undefined> => {
  for (const folder of ['/usr/bin', '/bin', '/usr/sbin']) {
    const file = path.join(folder, 'setpriv')
    if (await stat(file).catch(() => undefined)) return file
  }
  return undefined
}

/**
 * As root in a checkout below a closed folder, such as /root, the user `postgres` reaches neither its programs nor its
 * data. util-linux's setpriv then gives that one process the right to walk through, and no file's mode is changed.
 */
export const runAs = async (ids: OsUser, folders: string[]): Promise<RunAs> => {
  if (!('uid' in ids)) return { prefix: [], ids }
  const user = { uid: Number(ids.uid), gid: Number(ids.gid) }
  const reachable = await Promise.all(folders.map(async folder => canReach(await realpath(folder), user)))
  if (reachable.every(Boolean)) return { prefix: [], ids }
  const [setpriv, capability] = await Promise.all([findSetpriv(), searchCapability()])
  if (!setpriv || !capability) {
    throw new Error(
      `The user that runs PostgreSQL cannot reach ${folders.join(' and ')}. Move the folder out of closed parents, or start as another user than root.`,
    )
  }
  const only = `-all,+${capability}`
  const drop = ['--reuid', `${user.uid}`, '--regid', `${user.gid}`, '--clear-groups']
  const keep = ['--securebits', '+no_setuid_fixup', '--inh-caps', only, '--ambient-caps', only, '--bounding-set', only]
  return { prefix: [setpriv, ...drop, ...keep], ids: {} }
}
