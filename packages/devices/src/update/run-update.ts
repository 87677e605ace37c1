import { readFile, writeFile } from 'node:fs/promises'
import type { CuratedMaker, Model } from '../model.ts'
import type { SourceName } from './read-sources.ts'
import { updateModels } from './update-models.ts'

type Run = {
  /** The file of the catalogue, and the models in it. */
  file: URL
  models: readonly Model[]
  isWriting: boolean
  print: (line: string) => void
  curated?: readonly CuratedMaker[]
  sources?: readonly SourceName[]
}

/** Prints what changes, and writes it when asked to. Returns the command's exit code: 1 when something is left to write. */
export async function runUpdate({ file, models, isWriting, print, ...from }: Run): Promise<0 | 1> {
  const { text, isChanged, lines } = updateModels({
    committed: { models, text: await readFile(file, 'utf8') },
    ...from,
  })
  for (const line of lines) print(line)
  if (!isChanged) return 0
  if (!isWriting) {
    print('The committed catalogue differs: run `pnpm devices:update --write`, and review the diff.')
    return 1
  }
  await writeFile(file, text)
  return 0
}
