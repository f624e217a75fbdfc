import { type Address, type Hash, type Hex, isHex } from 'viem'
import { parseParty } from '../../chain/address.js'
import { assertAmount } from '../../chain/amount.js'
import { assertNetwork } from '../../chain/network.js'
import type { WriteOptions } from '../../chain/transaction/execute.js'
import { requireAccount } from '../../chain/transaction/requireAccount.js'
import { InvalidInputError } from '../../errors/input.js'
import { BoxRefusedError } from '../../errors/shield.js'
import { ACTION_PAY, type ShieldClients, type SpendAction } from '../types.js'
import { act } from './act.js'
import { type BoxOptions, readBox } from './readBox.js'

/**
 * Submits a co-signed spend. The box is read first: a call of an address without code would be mined and do nothing.
 */
export async function submitSpend(
  clients: ShieldClients,
  { account, amount, cosignerSig, action }: { account: Address; amount: bigint; cosignerSig: Hex; action: SpendAction },
  options: WriteOptions & BoxOptions,
): Promise<Hash> {
  const box = parseParty('account', account)
  assertAmount(amount)
  if (!isHex(cosignerSig)) throw new InvalidInputError('cosignerSig', 'The co-signature is not hex.')
  requireAccount(clients.walletClient)
  const deployment = await assertNetwork(clients)
  const { policy } = await readBox(clients.publicClient, box, options)
  if (policy.mode !== action) throw new BoxRefusedError(box, 'wrong_mode')
  const { transactionHash } = await act(
    clients,
    deployment,
    box,
    { functionName: action === ACTION_PAY ? 'pay' : 'pull', args: [amount, cosignerSig] },
    action === ACTION_PAY ? 'paying from the box' : 'pulling from the box',
    options,
  )
  return transactionHash
}
