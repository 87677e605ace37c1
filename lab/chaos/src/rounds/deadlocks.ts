import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** PostgreSQL's code of a deadlock, and Prisma's. */
const DEADLOCK = /"code":"(?:40P01|P2034)"/

/**
 * Looks through logs for deadlocks, those in jobs too, which no client hears of.
 * @returns gives those that it has not given before
 */
export function deadlocksIn(logs: string): () => Promise<string[]> {
  const given = new Set<string>()
  return async () => {
    const files = (await readdir(logs)).filter(name => name.includes('-api-'))
    const lines = await Promise.all(
      files.map(async name =>
        (await readFile(path.join(logs, name), 'utf8')).split('\n').map(line => `${name}: ${line}`),
      ),
    )
    const found = lines.flat().filter(line => DEADLOCK.test(line) && !given.has(line))
    for (const line of found) given.add(line)
    return found.map(line => `A deadlock, ${line.slice(0, 300)}`)
  }
}
