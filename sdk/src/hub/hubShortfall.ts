import { HUB_CHAIN_NAMES, type HubChainName } from '../chain/bridgeChains.js'
import { type Refusal, usdc } from '../chain/refusal.js'
import type { HubBalance } from './types.js'

/**
 * Whether a spend of the Hub can go ahead, before anything is signed. The balance is spent per chain: what is on another one
 * does not help, except by spending from there.
 *
 * | code | when | fix |
 * | --- | --- | --- |
 * | `gwEnoughOn` | another chain covers it | `switchSource`, to the fullest |
 * | `gwNoBalanceHere` | nothing here, and no other chain covers it | `deposit` of all of it |
 * | `gwShort` | something here, and no other chain covers it | `deposit` of the rest |
 *
 * Every refusal has the `params` `here`, `needed`, `missing` and `from`; `gwEnoughOn` also `chain` and `there`.
 *
 * @returns `null` when the balance on the source chain suffices.
 * @example
 * const { byChain } = await hubBalance({ depositor: sender })
 * const quote = await quoteHubSpend({ from: 'Arc_Testnet', to: 'Base_Sepolia', amount, depositor: sender })
 * const refusal = hubShortfall({
 *   here: byChain.Arc_Testnet ?? 0n,
 *   byChain,
 *   from: 'Arc_Testnet',
 *   fromLabel: chainLabel('Arc_Testnet'),
 *   committed: quote.total,
 *   labelOf: chainLabel,
 * })
 */
export function hubShortfall(params: hubShortfall.Parameters): Refusal | null {
  const { here, byChain, from, fromLabel, committed, labelOf } = params
  if (here >= committed) return null
  const missing = committed - here
  const facts = { here: usdc(here), needed: usdc(committed), missing: usdc(missing), from: fromLabel }
  const there = fullest(byChain, from)
  if (there !== undefined && there.balance >= committed) {
    const label = labelOf(there.chain)
    return {
      code: 'gwEnoughOn',
      params: { ...facts, chain: label, there: usdc(there.balance) },
      fix: { kind: 'switchSource', chain: there.chain, label },
    }
  }
  return {
    code: here > 0n ? 'gwShort' : 'gwNoBalanceHere',
    params: facts,
    fix: { kind: 'deposit', amount: missing, display: usdc(missing) },
  }
}

export declare namespace hubShortfall {
  type Parameters = {
    /** The balance on the source chain, never the total; USDC base units. */
    here: bigint
    byChain: HubBalance['byChain']
    from: HubChainName
    /** What people call the source chain. */
    fromLabel: string
    /** Amount and fee ceiling: `total` of the quote. Another source has other fees; quote again after a switch. */
    committed: bigint
    labelOf: (chain: HubChainName) => string
  }
}

/** Of two equal ones the first in the order of the Hub's chains. */
function fullest(
  byChain: HubBalance['byChain'],
  except: HubChainName,
): { chain: HubChainName; balance: bigint } | undefined {
  let best: { chain: HubChainName; balance: bigint } | undefined
  for (const chain of HUB_CHAIN_NAMES) {
    const balance = byChain[chain] ?? 0n
    if (chain !== except && (best === undefined || balance > best.balance)) best = { chain, balance }
  }
  return best
}
