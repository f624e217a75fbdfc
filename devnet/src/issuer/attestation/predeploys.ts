import { bridgeChains, type Chain } from '@holdfast/contracts'
import { type Address, concatHex, type Hex, keccak256, numberToHex, pad, zeroHash } from 'viem'
import type { AnvilCall } from '../../anvil/client.js'
import { attesterAccount, operatorAccount } from '../../chain/accounts.js'
import { mappingSlot } from '../../chain/storage.js'
import { bridgeMessengerRuntime } from '../../generated/BridgeMessenger.js'
import { bridgeMinterRuntime } from '../../generated/BridgeMinter.js'
import { bridgeTransmitterRuntime } from '../../generated/BridgeTransmitter.js'
import { issuerAddresses } from '../facts.js'

/** Places the Bridge's contracts on a chain, with a route to every other chain of the Bridge and one attester. */
export function bridgePredeploys({ bridgeDomain, usdc }: Chain): AnvilCall[] {
  const { bridgeTokenMessenger, bridgeMessageTransmitter, bridgeTokenMinter, feeRecipient } = issuerAddresses
  const operator = operatorAccount().address
  const others = Object.values(bridgeChains).filter(({ domain }) => domain !== bridgeDomain)
  const store =
    (contract: Hex) =>
    (slot: Hex, value: Hex): AnvilCall => ['anvil_setStorageAt', [contract, pad(slot), pad(value)]]
  const messenger = store(bridgeTokenMessenger)
  const transmitter = store(bridgeMessageTransmitter)
  const minter = store(bridgeTokenMinter)
  return [
    ['anvil_setCode', [bridgeTokenMessenger, bridgeMessengerRuntime]],
    messenger('0x00', operator),
    messenger('0x01', bridgeTokenMinter),
    messenger('0x02', feeRecipient),
    ...others.map(({ domain }) => messenger(mappingSlot(numberToHex(domain), 4), bridgeTokenMessenger)),
    ['anvil_setCode', [bridgeMessageTransmitter, bridgeTransmitterRuntime]],
    transmitter('0x00', concatHex([numberToHex(bridgeDomain, { size: 4 }), operator])),
    transmitter('0x01', numberToHex(1)),
    transmitter(mappingSlot(attesterAccount().address, 2), '0x01'),
    transmitter(mappingSlot(zeroHash, 3), '0x01'),
    ['anvil_setCode', [bridgeTokenMinter, bridgeMinterRuntime]],
    minter('0x00', operator),
    minter(burnLimitSlot(usdc.address), numberToHex(burnLimit)),
    ...others.map((other) => minter(mappingSlot(tokenKey(other.domain, other.usdc), 2), usdc.address)),
  ]
}

/** Storage slot, in the minter, of a token's limit per burn. */
export function burnLimitSlot(token: Address): Hex {
  return mappingSlot(token, 1)
}

/** Limit of one burn: ten million USDC. */
const burnLimit = 10_000_000_000_000n

/** The minter's name for a token of another chain. */
function tokenKey(domain: number, token: Hex): Hex {
  return keccak256(concatHex([numberToHex(domain, { size: 4 }), pad(token)]))
}
