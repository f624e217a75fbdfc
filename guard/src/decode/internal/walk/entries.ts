import { accountEntries } from '../accounts/accounts.js'
import { entryPointEntries } from '../accounts/entryPoint.js'
import { multicallEntries } from '../accounts/multicall.js'
import { safeEntries } from '../accounts/safe.js'
import { timelockEntries } from '../accounts/timelocks.js'
import { circleEntries } from '../bridges/circle.js'
import { bridgeEntries } from '../bridges/otherBridges.js'
import type { Entry } from '../entry/Entry.js'
import { liFiEntries } from '../exchanges/liFi.js'
import { liquidityEntries } from '../exchanges/liquidity.js'
import { otherRouterEntries } from '../exchanges/otherRouters.js'
import { swapRouterEntries } from '../exchanges/swapRouter.js'
import { routerEntries } from '../exchanges/universalRouter.js'
import { collectibleEntries } from '../tokens/collectibles.js'
import { erc20Entries } from '../tokens/erc20.js'
import { holdfastEntries } from '../tokens/holdfast.js'
import { lendingEntries } from '../tokens/lending.js'
import { payoutEntries } from '../tokens/payout.js'
import { permit2Entries } from '../tokens/permit2.js'
import { vaultEntries } from '../tokens/vaults.js'

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
