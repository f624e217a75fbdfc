import { spendPolicyAccountAbi } from '@holdfast/contracts'
import { type Address, type EncodeFunctionDataParameters, encodeFunctionData, type TransactionReceipt } from 'viem'
import type { ChainDeployment } from '../../chain/registry.js'
import { execute, type WriteOptions } from '../../chain/transaction/execute.js'
import type { ShieldClients } from '../types.js'
import { boxRefusal } from './refusal.js'

/** Makes one call of a box; its refusals come back as the library's own errors. */
export function act(
  clients: ShieldClients,
  deployment: ChainDeployment,
  account: Address,
  call: Omit<EncodeFunctionDataParameters<typeof spendPolicyAccountAbi>, 'abi'>,
  attempted: string,
  options: WriteOptions,
): Promise<TransactionReceipt> {
  return execute(
    clients,
    deployment,
    {
      to: account,
      abi: spendPolicyAccountAbi,
      // `call` is typed by the same ABI.
      data: encodeFunctionData({ abi: spendPolicyAccountAbi, ...call } as EncodeFunctionDataParameters),
      attempted,
      onRevert: boxRefusal(account),
    },
    options,
  )
}
