import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { models } from './built/models.ts'
import { updateModels } from './update/update-models.ts'

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } })
const file = new URL('built/models.ts', import.meta.url)
const { text, isChanged, lines } = updateModels({ committed: { models, text: await readFile(file, 'utf8') } })

for (const line of lines) process.stdout.write(`${line}\n`)
if (isChanged && values.write) await writeFile(file, text)
else if (isChanged) {
  process.stdout.write('The committed catalogue differs: run `pnpm devices:update --write`, and review the diff.\n')
  process.exitCode = 1
}
