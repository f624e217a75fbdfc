/**
 * Loaded into a process before its program: tells the parent, when asked, what the process has used so far. Plain code, since
 * what Node takes the types out with would stay in the memory that is measured.
 */
process.on('message', (message) => {
  if (message !== 'usage') return
  const { user, system } = process.cpuUsage()
  const { maxRSS } = process.resourceUsage()
  process.send?.({ microseconds: user + system, resident: process.memoryUsage.rss(), peak: maxRSS * 1024 })
})
process.on('disconnect', () => process.exit())
