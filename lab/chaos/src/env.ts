/** Of this process's own environment, only where programs and temporary files are. */
export function paths(): Record<string, string> {
  const { PATH = '', HOME = '', TMPDIR = '' } = process.env
  return { PATH, HOME, ...(TMPDIR && { TMPDIR }) }
}
