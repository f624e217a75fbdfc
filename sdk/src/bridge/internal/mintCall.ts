import { issuerContracts } from '@holdfast/contracts'
import { encodeFunctionData } from 'viem'
import { type BridgeChainName, bridgeChainFacts } from '../../chain/bridgeChains.js'
import type { Call } from '../../chain/transaction/execute.js'
import type { AttestedBurn } from '../types.js'
import { transmitterAbi } from './contracts.js'

/** Hands an attested burn to its destination. */
export function mintCall(
  destination: BridgeChainName,
  { messageBytes, attestation }: Pick<AttestedBurn, 'messageBytes' | 'attestation'>,
): Call {
  const args = [messageBytes, attestation] as const
  return {
    to: issuerContracts.bridgeMessageTransmitter,
    abi: transmitterAbi,
    attempted: 'minting bridged USDC',
    minGas: bridgeChainFacts(destination).gas.floors?.mint,
    data: encodeFunctionData({ abi: transmitterAbi, functionName: 'receiveMessage', args }),
  }
}
