import { arcTestnetChain } from '@holdfast/contracts'
import { type Address, type Hex, numberToHex, pad } from 'viem'
import type { AnvilCall, AnvilClient } from '../anvil/client.js'
import { bundlerAccount, forwarderAccount, operatorAccount, testAccounts } from '../chain/accounts.js'
import { grantRoles, mappingSlot } from '../chain/storage.js'
import { callFromRuntime } from '../generated/CallFrom.js'
import { callFromDelegateRuntime } from '../generated/CallFromDelegate.js'
import { eurcRuntime } from '../generated/Eurc.js'
import { memoBookRuntime } from '../generated/MemoBook.js'
import { multicall3Runtime } from '../generated/Multicall3.js'
import { multicall3FromRuntime } from '../generated/Multicall3From.js'
import { nativeCoinAuthorityRuntime } from '../generated/NativeCoinAuthority.js'
import { nativeCoinControlRuntime } from '../generated/NativeCoinControl.js'
import { nativeUsdcRuntime } from '../generated/NativeUsdc.js'
import { sponsorAccountFactoryRuntime } from '../generated/SponsorAccountFactory.js'
import { sponsorEntryPointRuntime } from '../generated/SponsorEntryPoint.js'
import { systemEmitterRuntime } from '../generated/SystemEmitter.js'
import { issuerPredeploys } from '../issuer/predeploys.js'
import { blockedTestAddress, primaryAddresses, WEI_PER_UNIT } from './facts.js'

/** Deploys the contracts that the primary chain has from its first block, and funds the accounts. */
export async function placePredeploys(anvil: AnvilClient): Promise<void> {
  const { usdc, eurc, nativeCoinControl, nativeCoinAuthority } = primaryAddresses
  const operator = operatorAccount().address
  const calls: AnvilCall[] = [
    ...codes.map(([address, code]): AnvilCall => ['anvil_setCode', [address, code]]),
    ['anvil_setCoinbase', [primaryAddresses.coinbase]],
    ['anvil_setStorageAt', [nativeCoinControl, blocklistSlot(blockedTestAddress), pad('0x01')]],
    ['anvil_setStorageAt', [nativeCoinAuthority, pad('0x02'), pad(numberToHex(supply))]],
    ['anvil_setBalance', [nativeCoinAuthority, numberToHex(treasury)]],
    ['anvil_setBalance', [operator, numberToHex(treasury)]],
    ['anvil_setBalance', [bundlerAccount().address, numberToHex(treasury)]],
    ['anvil_setBalance', [forwarderAccount().address, numberToHex(treasury)]],
    ...testAccounts().map(({ address }): AnvilCall => ['anvil_setBalance', [address, numberToHex(accountBalance)]]),
    ...grantRoles(usdc, operator),
    ...grantRoles(eurc, operator),
    ...issuerPredeploys(arcTestnetChain),
  ]
  await anvil.batch(calls)
}

/** Storage slot of an account on the chain-wide blocklist. */
export function blocklistSlot(account: Address): Hex {
  return mappingSlot(account, 2)
}

/** Total supply that the chain reports, in wei. */
const supply = 10n ** 9n * 10n ** 18n
/** What the devnet's own accounts hold, in wei: enough for any test. */
const treasury = 10n ** 12n * 10n ** 18n
/** What each test account holds, in wei: 10,000 USDC. */
const accountBalance = 10_000_000_000n * WEI_PER_UNIT

/** Contracts that exist from the first block, with their code. */
const codes: readonly (readonly [Address, Hex])[] = [
  [primaryAddresses.usdc, nativeUsdcRuntime],
  [primaryAddresses.eurc, eurcRuntime],
  [primaryAddresses.nativeCoinAuthority, nativeCoinAuthorityRuntime],
  [primaryAddresses.nativeCoinControl, nativeCoinControlRuntime],
  [primaryAddresses.systemEmitter, systemEmitterRuntime],
  [primaryAddresses.callFrom, callFromRuntime],
  [primaryAddresses.callFromDelegate, callFromDelegateRuntime],
  [primaryAddresses.memo, memoBookRuntime],
  [primaryAddresses.multicall3From, multicall3FromRuntime],
  [primaryAddresses.multicall3, multicall3Runtime],
  [primaryAddresses.entryPoint, sponsorEntryPointRuntime],
  [primaryAddresses.accountFactory, sponsorAccountFactoryRuntime],
]
