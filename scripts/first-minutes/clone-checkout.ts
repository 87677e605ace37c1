import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { Failure } from '../bootstrap/failure.mjs'
import { root } from '../bootstrap/repository.mjs'
import { runCommand } from '../test/run-command.ts'

const TIMEOUT_MS = 60_000

async function git(...args: string[]): Promise<string> {
  const { code, output } = await runCommand({ command: 'git', args, cwd: root, timeoutMs: TIMEOUT_MS })
  if (code !== 0) throw new Failure(`git ${args[0]} failed (see above).`, output)
  return output
}

/** Clones the checkout into a folder that does not exist yet, with what is not committed. */
export async function cloneCheckout(folder: string): Promise<void> {
  await git('clone', '--quiet', root, folder)
  const listed = await git('ls-files', '-z', '--modified', '--deleted', '--others', '--exclude-standard')
  const unstaged = listed.split('\0').filter(Boolean)
  const staged = (await git('diff', '-z', '--cached', '--name-only', '--no-renames')).split('\0').filter(Boolean)
  for (const file of new Set([...unstaged, ...staged])) {
    const [from, to] = [path.join(root, file), path.join(folder, file)]
    if (!existsSync(from)) rmSync(to, { force: true })
    else {
      mkdirSync(path.dirname(to), { recursive: true })
      cpSync(from, to)
    }
  }
}
