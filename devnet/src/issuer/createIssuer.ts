import { arcTestnetChain, baseSepoliaChain } from '@holdfast/contracts'
import { numberToHex, pad } from 'viem'
import type { AnvilClient } from '../anvil/client.js'
import type { Miner } from '../chain/Miner.js'
import { arcTestnet, baseSepolia } from '../chain/viemChains.js'
import type { FaultState } from '../faults/FaultState.js'
import { attestationSurface } from './attestation/attestationSurface.js'
import { burnLimitSlot } from './attestation/predeploys.js'
import type { IssuerContext } from './context.js'
import { issuerAddresses } from './facts.js'
import { hubSurface } from './hub/hubSurface.js'
import { IssuerChain } from './IssuerChain.js'

/** The issuer of USDC, with its services and its view of both chains, which it reads after `start()`. */
export function createIssuer({ primary, remote, faults, pace }: IssuerOptions) {
  const chains = [
    new IssuerChain({
      ...primary,
      domain: arcTestnetChain.bridgeDomain,
      usdc: arcTestnetChain.usdc.address,
      chain: arcTestnet,
    }),
    new IssuerChain({
      ...remote,
      domain: baseSepoliaChain.bridgeDomain,
      usdc: baseSepoliaChain.usdc.address,
      chain: baseSepolia,
    }),
  ]
  const context: IssuerContext = { chains: new Map(chains.map((chain) => [chain.domain, chain])), faults, pace }
  return {
    attestation: attestationSurface(context),
    hub: hubSurface(context),
    start: () => {
      for (const chain of chains) chain.start()
    },
    /** Sets the limit of one burn (base units), at once and without an event. */
    setBurnLimit: async (name: 'primary' | 'remote', amount: bigint) => {
      const { anvil, miner } = { primary, remote }[name]
      const { usdc } = { primary: arcTestnetChain, remote: baseSepoliaChain }[name]
      const word = [issuerAddresses.bridgeTokenMinter, burnLimitSlot(usdc.address), pad(numberToHex(amount))]
      await miner.exclusive(() => anvil.request('anvil_setStorageAt', word))
    },
    stop: () => {
      for (const chain of chains) chain.stop()
    },
  }
}

type IssuerOptions = {
  primary: Seen
  remote: Seen
  faults: FaultState
  pace: number
}

type Seen = { anvil: AnvilClient; miner: Miner; head: () => number; firstBlock: number }

export type Issuer = ReturnType<typeof createIssuer>
