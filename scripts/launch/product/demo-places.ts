import { existsSync, readdirSync } from 'node:fs'
import type { CardSandbox } from './card-sandbox.ts'

/** Where the parts of the demo market are: the pictures, the accounts, and the note that these were made once. */
export type DemoPlaces = {
  imagesDir: string
  identityUrl: string
  projectId: string
  noteFile: string
  /** Where its payments are charged; absent where card payments are real. */
  cards?: CardSandbox
}

/**
 * Whether some part of the demo market was never made here. What people have removed since is not to come back.
 * @param isEmpty whether the database has no category
 */
export function lacksDemoMarket({ imagesDir, noteFile }: DemoPlaces, isEmpty: boolean): boolean {
  const hasPictures = existsSync(imagesDir) && readdirSync(imagesDir).some(name => name.endsWith('.webp'))
  return isEmpty || !hasPictures || !existsSync(noteFile)
}
