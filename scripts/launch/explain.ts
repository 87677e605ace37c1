import { Failure, fullDisk, notWritable } from '../bootstrap/failure.mjs'

/** Turns an error of the file system that a person can do something about into a line that says what. */
export function explain(error: unknown, folders: string[]): unknown {
  const text = error instanceof Error ? `${error.message} ${error instanceof Failure ? error.output : ''}` : `${error}`
  const full = fullDisk(text, folders)
  if (full) return full
  if (error instanceof Failure || !(error instanceof Error) || !('code' in error)) return error
  const isRefused = error.code === 'EACCES' || error.code === 'EPERM' || error.code === 'EROFS'
  if (isRefused && 'path' in error && typeof error.path === 'string') return notWritable(error.path)
  return error
}
