import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * When a process was started, as text that no other process with the same id has: ids are used again.
 * Undefined when there is no such process, or only what is left of one that has ended.
 */
export function processStart(pid: number): string | undefined {
  return process.platform === 'linux' ? readProc(pid) : askPs(pid)
}

function readProc(pid: number): string | undefined {
  try {
    // The name, in brackets, may hold spaces and brackets itself. Then: state, …, start time in ticks since boot.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[19]}`
  } catch {
    return undefined
  }
}

function askPs(pid: number): string | undefined {
  try {
    const [state = '', ...start] = execFileSync('ps', ['-o', 'state=,lstart=', '-p', `${pid}`], {
      encoding: 'utf8',
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
    })
      .trim()
      .split(/\s+/)
    return state.startsWith('Z') || start.length === 0 ? undefined : start.join(' ')
  } catch {
    return undefined
  }
}
