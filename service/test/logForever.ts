import { createLog } from '../src/telemetry/createLog.js'

/** Logs as fast as it can, and reports after each round to its parent that it can still do other work. */
const log = createLog({ level: 'info' })
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
let round = 0
setInterval(() => {
  for (let count = 0; count < 200; count++) log.info('a line', { text: 'word '.repeat(50) })
  log.warn('a round', { round })
  process.send?.(round++)
}, 1)
