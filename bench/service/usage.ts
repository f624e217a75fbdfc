/** Loaded into a process before its program: tells the parent, when asked, what the process has used so far. */
process.on('message', (message) => {
  if (message !== 'usage') return
  const { user, system } = process.cpuUsage()
  const { maxRSS } = process.resourceUsage()
  const usage: Usage = { microseconds: user + system, resident: process.memoryUsage.rss(), peak: maxRSS * 1024 }
  process.send?.(usage)
})
process.on('disconnect', () => process.exit())

/** Processor time of all threads together, and bytes resident: now, and at most so far. */
export type Usage = { microseconds: number; resident: number; peak: number }
