const OLDEST = 20

/** Whether this Node can run the scripts; if not, says what to do and sets the exit code. Has no imports, so that any Node loads it. */
export function hasSupportedNode() {
  if (Number(process.versions.node.split('.')[0]) >= OLDEST) return true
  process.stderr.write(
    `Second Ring needs Node.js ${OLDEST} or later, and this is ${process.version}: install a newer one from https://nodejs.org.\n`,
  )
  process.exitCode = 1
  return false
}
