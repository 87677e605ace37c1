import { parseArgs } from 'node:util'
import { models } from './built/models.ts'
import { runUpdate } from './update/run-update.ts'

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } })

process.exitCode = await runUpdate({
  file: new URL('built/models.ts', import.meta.url),
  models,
  isWriting: values.write,
  print: line => process.stdout.write(`${line}\n`),
})
