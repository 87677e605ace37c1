import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** What binds the memory of a decoder: the kernel, or a look at it every 20 ms. */
export type MemoryBound = 'prlimit' | 'a check every 20 ms'

const run = promisify(execFile)
const checkMs = 20

/** The kernel's limit of this process's data: an allocation above it fails, native code's too. */
const bindByKernel = async (more: number): Promise<void> => {
  const status = await readFile('/proc/self/status', 'utf8')
  const data = Number(/^VmData:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
  await run('prlimit', ['--pid', `${process.pid}`, `--data=${data + more}`])
}

/** Ends the process when it has grown by so much; decoding runs on other threads than the timer. */
const bindByChecks = (more: number): void => {
  const most = process.memoryUsage.rss() + more
  const check = () => {
    if (process.memoryUsage.rss() > most) process.kill(process.pid, 'SIGKILL')
  }
  setInterval(check, checkMs).unref()
}

/**
 * Bounds the memory of this process from now on, that of native code included, which V8's own limits do not see.
 * @param more what it may grow by, in bytes
 */
export const bindMemory = async (more: number): Promise<MemoryBound> => {
  try {
    await bindByKernel(more)
    return 'prlimit'
  } catch {
    bindByChecks(more)
    return 'a check every 20 ms'
  }
}
