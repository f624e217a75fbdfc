import { approveUsdc, cancel, defineConfig, generateClaimCode, registerConfig, sendProtected } from '@holdfast/sdk'
import { approvePermit, sendProtectedWithPermit } from '@holdfast/sdk/transfer'
import { type CountedClients, countedClients } from '@holdfast/testkit/countedClients'
import { type Actor, setTestStage } from '@holdfast/testkit/stage'
import { erc20Abi, type Hex } from 'viem'
import type { Row } from './row.js'

/**
 * Requests of a write to a node, over two transports without cache and batching, after both have read their chain id.
 * Beside it a write by viem alone, which checks nothing before it sends.
 */
export async function measureWrites(): Promise<readonly Row[]> {
  const stage = await setTestStage()
  try {
    const alice = await stage.actor()
    const { address: bob } = await stage.actor(0n)
    const counted = countedClients(alice)
    const { clients } = counted
    const { configId } = await registerConfig(clients, defineConfig())
    await approveUsdc(clients, 900_000_000n)
    await approvePermit(clients)
    const fields = () => ({ configId, to: bob, amount: 1_000n, claimHash: generateClaimCode().claimHash })
    const unguarded = { skipRiskCheck: true } as const
    const { transferId } = await sendProtected(clients, fields(), unguarded)
    const peer = {
      name: 'viem writeContract + receipt',
      value: await count(counted, plainWrite(stage.devnet.primary.usdc, bob)),
    }
    const row = async (what: string, baseline: string, write: (clients: Actor) => Promise<unknown>): Promise<Row> => {
      return { what, unit: 'calls', baseline, goal: 6, ours: await count(counted, write), peer }
    }
    return [
      await row('cancel', '12', (one) => cancel(one, transferId)),
      await row('sendProtected, unguarded', '15', (one) => sendProtected(one, fields(), unguarded)),
      await row('sendProtectedWithPermit, unguarded', '17', (one) => sendProtectedWithPermit(one, fields(), unguarded)),
    ]
  } finally {
    await stage.stop()
  }
}

async function count(counted: CountedClients, write: (clients: Actor) => Promise<unknown>): Promise<number> {
  counted.reset()
  await write(counted.clients)
  return counted.calls.length
}

const plainWrite = (address: Hex, to: Hex) => async (clients: Actor) => {
  const { publicClient, walletClient } = clients
  const account = walletClient.account ?? null
  const request = { address, abi: erc20Abi, functionName: 'transfer', args: [to, 1n], account, chain: null } as const
  await publicClient.waitForTransactionReceipt({ hash: await walletClient.writeContract(request) })
}
