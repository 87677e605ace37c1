import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder that is gone when the test is over. Its name has a space, as a person's folders may. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'second ring '))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
