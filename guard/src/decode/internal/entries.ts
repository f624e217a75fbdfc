import { accountEntries } from './accounts.js'
import { bridgeEntries } from './bridges.js'
import { circleEntries } from './circle.js'
import { collectibleEntries } from './collectibles.js'
import type { Entry } from './Entry.js'
import { entryPointEntries } from './entryPoint.js'
import { erc20Entries } from './erc20.js'
import { holdfastEntries } from './holdfast.js'
import { lendingEntries } from './lending.js'
import { liFiEntries } from './liFi.js'
import { liquidityEntries } from './liquidity.js'
import { multicallEntries } from './multicall.js'
import { otherRouterEntries } from './otherRouters.js'
import { payoutEntries } from './payout.js'
import { permit2Entries } from './permit2.js'
import { routerEntries } from './router.js'
import { safeEntries } from './safe.js'
import { swapRouterEntries } from './swapRouter.js'
import { timelockEntries } from './timelocks.js'
import { vaultEntries } from './vaults.js'

/** Every function that the decoder knows, by selector. Made when the first call is decoded. */
export function knownEntries(): ReadonlyMap<string, Entry> {
  known ??= new Map(
    [
      // If two share a selector, the later one wins: standards come last, so that they win over functions that only look like them.
      ...vaultEntries(),
      ...lendingEntries(),
      ...holdfastEntries(),
      ...payoutEntries(),
      ...otherRouterEntries(),
      ...liFiEntries(),
      ...bridgeEntries(),
      ...liquidityEntries(),
      ...timelockEntries(),
      ...routerEntries(),
      ...swapRouterEntries(),
      ...accountEntries(),
      ...entryPointEntries(),
      ...safeEntries(),
      ...circleEntries(),
      ...permit2Entries(),
      ...multicallEntries(),
      ...collectibleEntries(),
      ...erc20Entries(),
    ].map((entry) => [entry.selector, entry]),
  )
  return known
}

let known: ReadonlyMap<string, Entry> | undefined
