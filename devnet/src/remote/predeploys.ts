import { baseSepoliaChain } from '@holdfast/contracts'
import { type Address, type Hex, numberToHex, pad } from 'viem'
import type { AnvilCall, AnvilClient } from '../anvil/client.js'
import { forwarderAccount, operatorAccount, testAccounts } from '../chain/accounts.js'
import { grantRoles, mappingSlot } from '../chain/storage.js'
import { eurcRuntime } from '../generated/Eurc.js'
import { multicall3Runtime } from '../generated/Multicall3.js'
import { usdcRuntime } from '../generated/Usdc.js'
import { issuerPredeploys } from '../issuer/predeploys.js'
import { remoteAddresses } from './facts.js'

/** Places the tokens and Multicall3, and funds the accounts. anvil brings the CREATE2 factory. */
export async function placeRemotePredeploys(anvil: AnvilClient): Promise<void> {
  const { usdc, eurc, multicall3 } = remoteAddresses
  const operator = operatorAccount().address
  const holders = testAccounts().map(({ address }) => address)
  const calls: AnvilCall[] = [
    ['anvil_setCode', [usdc, usdcRuntime]],
    ['anvil_setCode', [eurc, eurcRuntime]],
    ['anvil_setCode', [multicall3, multicall3Runtime]],
    ['anvil_setBalance', [operator, numberToHex(operatorBalance)]],
    ['anvil_setBalance', [forwarderAccount().address, numberToHex(operatorBalance)]],
    ...grantRoles(usdc, operator),
    ...grantRoles(eurc, operator),
    ...issuerPredeploys(baseSepoliaChain),
    ['anvil_setStorageAt', [usdc, SUPPLY_SLOT, pad(numberToHex(accountBalance * BigInt(holders.length)))]],
    ...holders.flatMap((address): AnvilCall[] => [
      ['anvil_setStorageAt', [usdc, balanceSlot(address), pad(numberToHex(accountBalance))]],
      ['anvil_setBalance', [address, numberToHex(accountNativeBalance)]],
    ]),
  ]
  await anvil.batch(calls)
}

/** Storage slot of an account's USDC balance; its highest bit marks a blocked account. */
export function balanceSlot(account: Address): Hex {
  return mappingSlot(account, 9)
}

/** Storage slot of USDC's total supply. */
export const SUPPLY_SLOT: Hex = pad('0x0b')

const accountBalance = 10_000_000_000n
const accountNativeBalance = 10n * 10n ** 18n
const operatorBalance = 10n ** 9n * 10n ** 18n
