import path from 'node:path'

/** The folders in which programs are looked for by name. */
export function readProgramFolders(): string[] {
  return (process.env.PATH ?? '').split(path.delimiter).filter(folder => folder !== '')
}
