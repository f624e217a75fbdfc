/**
 * A guard in a process of its own, in front of the node that is given, for an account with 2,000 payments. Tells its parent its URL
 * when it listens.
 */
import { createGuardServer } from '@holdfast/guard/rpc'
import { scriptedHistory } from '@holdfast/testkit/scriptedHistory'

const [upstream = ''] = process.argv.slice(2)
const guard = createGuardServer({ upstream, chainId: 5042002, port: 0, provider: scriptedHistory })
await guard.listen()
await guard.prepare(scriptedHistory.payer)
process.send?.(guard.url)
