import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

const leftOut = new Set(['node_modules', 'dist', '.turbo', '.tanstack', 'generated'])

/** Files that no build reads. */
const isIgnored = (name: string) => leftOut.has(name) || /\.test\.tsx?$|\.gen\.ts$/.test(name)

async function listFiles(file: string): Promise<string[]> {
  const entries = await readdir(file, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTDIR') return undefined
    throw error
  })
  if (!entries) return [file]
  const inner = entries.filter(({ name }) => !isIgnored(name)).map(({ name }) => listFiles(path.join(file, name)))
  return (await Promise.all(inner)).flat()
}

/**
 * One hash over the content of files and folders, tests and generated code left out. A path that does not exist counts
 * as empty. `extra` is anything else that the result depends on.
 */
export async function inputsHash(root: string, inputs: string[], extra: string): Promise<string> {
  const lists = await Promise.all(
    inputs.map(input =>
      listFiles(path.join(root, input)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []
        throw error
      }),
    ),
  )
  const files = lists.flat().sort()
  const contents = await Promise.all(files.map(file => readFile(file)))
  const hash = createHash('sha256').update(extra)
  for (const [index, file] of files.entries()) {
    hash.update(`\0${path.relative(root, file)}\0`).update(contents[index] ?? '')
  }
  return hash.digest('hex')
}
