// Loaded into a child before its own code: ends it when its standard input closes, as it does when the launcher is
// gone, even by SIGKILL. The child may first finish what it is doing.
const PATIENCE_MS = 8000

process.stdin.on('error', () => undefined)
process.stdin.on('close', () => {
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.exit(1), PATIENCE_MS).unref()
})
process.stdin.resume()
process.stdin.unref?.()
