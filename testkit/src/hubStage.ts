import type { HubFaults } from '@holdfast/devnet'
import type { HubChainName } from '@holdfast/sdk/chain'
import { clearIssuerState } from '@holdfast/sdk/chain'
import { depositToHub, hubBalance } from '@holdfast/sdk/hub'
import type { Address } from 'viem'
import { vi } from 'vitest'
import { type Actor, setTestStage, type TestStage } from './stage.js'

/** A devnet whose issuer is a thousand times as fast as the real one. */
export type HubStage = TestStage & {
  /** Options of the Hub, with short waits. */
  hub: { apiUrl: string; pollMs: number; requestTimeoutMs: number; timeoutMs: number }
  /** The spendable balance, as the issuer reports it. */
  hubBalanceOf: (depositor: Address, chain?: HubChainName) => Promise<bigint>
  /** An account whose deposit counts, by default on the primary chain. */
  depositor: (amount: bigint, chain?: 'Arc_Testnet' | 'Base_Sepolia') => Promise<Actor>
  setFaults: (faults: Partial<HubFaults>) => void
  /** Clears all faults, including what clients remember of them. */
  clearFaults: () => void
}

export async function setHubStage(): Promise<HubStage> {
  const stage = await setTestStage({ issuerPace: 0.001 })
  const hub = { apiUrl: stage.devnet.issuer.hubUrl, pollMs: 20, requestTimeoutMs: 20_000, timeoutMs: 120_000 }
  const hubBalanceOf = async (depositor: Address, chain: HubChainName = 'Arc_Testnet') =>
    (await hubBalance({ ...hub, depositor, chains: [chain] })).byChain[chain] ?? 0n
  const setFaults = (faults: Partial<HubFaults>) => stage.devnet.faults.set({ hub: { rateLimit: null, ...faults } })
  setFaults({})
  return {
    ...stage,
    hub,
    hubBalanceOf,
    setFaults,
    clearFaults: () => {
      stage.devnet.faults.clear()
      setFaults({})
      clearIssuerState()
    },
    depositor: async (amount, chain = 'Arc_Testnet') => {
      const actor = await (chain === 'Arc_Testnet' ? stage.actor : stage.remoteActor)(amount + 10_000_000n)
      await depositToHub(actor, { chain, amount })
      await vi.waitFor(
        async () => {
          if ((await hubBalanceOf(actor.address, chain)) !== amount) throw new Error('The deposit does not count yet.')
        },
        { timeout: 120_000, interval: 50 },
      )
      return actor
    },
  }
}
