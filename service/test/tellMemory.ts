/** Loaded before a program: it then tells its memory when it is asked, after it has thrown away what it can. */
process.on('message', () => {
  globalThis.gc?.()
  globalThis.gc?.()
  process.send?.(process.memoryUsage())
})
// A program that has done its work ends, although it could still be asked.
process.channel?.unref()
// Who asked is gone: a program that a test has left behind serves nobody.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
