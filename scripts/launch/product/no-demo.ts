import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { DataPaths } from '../paths.ts'

/** Whether the market goes without the demo: asked for now, or at an earlier start. `--fresh` forgets it. */
export function goesWithoutDemo(data: Pick<DataPaths, 'identity'>, isAsked: boolean): boolean {
  const note = path.join(data.identity, 'no-demo-market')
  if (isAsked) {
    mkdirSync(data.identity, { recursive: true })
    writeFileSync(note, '')
  }
  return existsSync(note)
}
