// Loaded before a server by `--import`: tells whoever started it, when asked, what it has used. In plain JavaScript, for what
// takes the types away would stay in the memory that is measured, 20 MB of it.
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuUs: user + system, rss: process.memoryUsage.rss() })
})
process.channel?.unref()
