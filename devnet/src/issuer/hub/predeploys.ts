import type { Chain } from '@holdfast/contracts'
import { concatHex, type Hex, numberToHex, pad } from 'viem'
import type { AnvilCall } from '../../anvil/client.js'
import { attesterAccount } from '../../chain/accounts.js'
import { hubMinterRuntime } from '../../generated/HubMinter.js'
import { hubWalletRuntime } from '../../generated/HubWallet.js'
import { issuerAddresses } from '../facts.js'

/** Places the Hub's contracts on a chain, for its domain and its USDC, with one signer. */
export function hubPredeploys({ bridgeDomain, usdc }: Chain): AnvilCall[] {
  const { hubMinter, hubWallet, feeRecipient } = issuerAddresses
  const store =
    (contract: Hex) =>
    (slot: Hex, value: Hex): AnvilCall => ['anvil_setStorageAt', [contract, pad(slot), pad(value)]]
  const [minter, wallet] = [store(hubMinter), store(hubWallet)]
  const domainAndToken = concatHex([numberToHex(bridgeDomain, { size: 4 }), usdc.address])
  return [
    ['anvil_setCode', [hubMinter, hubMinterRuntime]],
    minter('0x00', domainAndToken),
    minter('0x01', attesterAccount().address),
    ['anvil_setCode', [hubWallet, hubWalletRuntime]],
    wallet('0x00', domainAndToken),
    wallet('0x01', attesterAccount().address),
    wallet('0x04', feeRecipient),
    wallet('0x05', numberToHex(withdrawalDelay)),
  ]
}

/** Blocks between the two steps of a withdrawal without the service; on the real chains, seven days of blocks. */
const withdrawalDelay = 200
