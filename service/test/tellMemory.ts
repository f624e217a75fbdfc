/** Loaded before a program, which then reports its memory on request, after a garbage collection. */
process.on('message', () => {
  globalThis.gc?.()
  globalThis.gc?.()
  process.send?.(process.memoryUsage())
})
// A program that has done its work ends, although it could still be asked.
process.channel?.unref()
// The parent has ended: a program that a test has left behind is of no use.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
