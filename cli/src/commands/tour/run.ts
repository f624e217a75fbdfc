import { playTour, showAround } from '../../../../examples/tour/playTour.js'
import { hush } from '../../../../examples/tour/print.js'
import type { Run } from '../../command/Command.js'
import { findAlias } from '../../command/findAlias.js'
import { untilStopped } from '../../command/untilStopped.js'
import { usageFailure } from '../../failure/CommandFailure.js'
import { hasErrorCode } from '../../failure/hasErrorCode.js'

export const run: Run = async ({ signal }, { options }) => {
  const once = options.once === true
  if (options.quiet === true) hush()
  // 8787 is for the one that stays up.
  const { stage, scenes, failed, stop } = await playTour({ servicePort: once ? 0 : 8787, signal }).catch(explain)
  const exit = failed === 0 ? 'ok' : 'failed'
  const text = `${scenes - failed} of ${scenes} scenes came out right.`
  if (once) {
    await stop()
    return { result: { scenes, failed, rpcUrl: null, explorerApi: null, serviceUrl: null }, text, exit }
  }
  const { rpcUrl, explorerApi } = stage.devnet.primary
  showAround(stage, findAlias())
  return {
    result: { scenes, failed, rpcUrl, explorerApi, serviceUrl: stage.service.url },
    text,
    exit,
    async stay() {
      await untilStopped(signal)
      await stop()
    },
  }
}

function explain(error: unknown): never {
  if (!hasErrorCode(error, 'EADDRINUSE')) throw error
  throw usageFailure('port_taken', 'The port 8787 is taken, which the service of the tour listens on.', [
    'End what listens there, or run: holdfast tour --once',
  ])
}
