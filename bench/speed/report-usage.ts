/** What a process has used so far. */
export interface Usage {
  /** Of all its threads, in microseconds. */
  cpuUs: number
  /** Its memory, in bytes. */
  rss: number
}

// Loaded before a server by `--import`: tells whoever started it, when asked, what it has used.
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuUs: user + system, rss: process.memoryUsage.rss() } satisfies Usage)
})
process.channel?.unref()
