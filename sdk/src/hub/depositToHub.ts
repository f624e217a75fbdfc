import { type Address, encodeFunctionData, type Hash } from 'viem'
import { assertAmount } from '../chain/amount.js'
import { bridgeChainFacts, bridgeWriteChain, type HubChainName } from '../chain/bridgeChains.js'
import type { ClientPair } from '../chain/clients.js'
import { isContract } from '../chain/isContract.js'
import { assertChain } from '../chain/network.js'
import { readView } from '../chain/readView.js'
import { readAllowance, readBalance } from '../chain/tokenReads.js'
import { canSign } from '../chain/transaction/erc1271.js'
import { type Call, execute } from '../chain/transaction/execute.js'
import { inTurn } from '../chain/transaction/inTurn.js'
import { requireAccount } from '../chain/transaction/requireAccount.js'
import type { WaitOptions } from '../chain/transaction/waitForReceipt.js'
import { usdcAbi } from '../chain/usdc.js'
import { HubRefusedError } from '../errors/hub.js'
import { CallRefusedError } from '../errors/transaction.js'
import { InsufficientFundsError } from '../errors/transfer.js'
import { HUB_WALLET } from './constants.js'
import { hubWalletAbi } from './internal/hubWallet.js'
import { assertHubChain } from './route.js'

/**
 * Puts USDC of the connected account into its Hub balance on the chain it is on: approves exactly the amount where the
 * allowance is short, then deposits. Never a plain transfer to the Hub's wallet, which would be lost.
 *
 * The deposit counts when its chain is final that far, from a second to nineteen minutes later: see
 * `DEPOSIT_CONFIRMATION_SECONDS`. Until then `hubDeposits` lists it, and `hubBalance` does not count it.
 *
 * Deposits of one account on one chain are made one after the other in this process; another process may still replace the
 * allowance between the two transactions.
 *
 * @returns Hashes of the mined transactions; no `approveTxHash` where the allowance sufficed.
 * @throws Nothing was deposited: `UnknownBridgeChainError`, `InvalidInputError` and its subclasses (before any request),
 *   `WrongNetworkError`, {@link InsufficientFundsError} (`what` is `allowance` where another process has replaced it: deposit
 *   again), {@link HubRefusedError} for a contract that does not answer ERC-1271, and what every write throws before it is sent. Do not deposit again
 *   before the outcome is known: `TransactionUnconfirmedError`, whose hash `onTransactionHash` has handed out.
 * @example
 * const { depositTxHash } = await depositToHub(clients, {
 *   chain: 'Arc_Testnet',
 *   amount: 25_000_000n,
 *   onTransactionHash: (hash, step) => localStorage.setItem(step, hash),
 * })
 */
export async function depositToHub(
  clients: ClientPair,
  params: depositToHub.Parameters,
): Promise<depositToHub.ReturnType> {
  const { chain, amount, onStep, onTransactionHash, timeoutMs, signal } = params
  assertHubChain('chain', chain)
  assertAmount(amount)
  const { address: depositor } = requireAccount(clients.walletClient)
  const { chainId, usdc } = bridgeChainFacts(chain)
  await assertChain(clients, chainId)
  // A delegating account has a key all the same; any other code must be able to sign for the deposit later.
  if ((await isContract(clients.publicClient, depositor)) && !(await canSign(clients, depositor)))
    throw new HubRefusedError('contract_depositor')

  const write = async (step: 'approve' | 'deposit', call: Call): Promise<Hash> => {
    onStep?.(step)
    const { transactionHash } = await execute(clients, bridgeWriteChain(chain), call, {
      timeoutMs,
      signal,
      onTransactionHash: (txHash) => onTransactionHash?.(txHash, step),
    })
    return transactionHash
  }
  const deposit = async () => {
    const allowance = await assertDepositable(clients, depositor, usdc, amount)
    const approveTxHash =
      allowance >= amount
        ? undefined
        : await write('approve', {
            to: usdc,
            abi: usdcAbi,
            attempted: 'approving the Hub',
            data: encodeFunctionData({ abi: usdcAbi, functionName: 'approve', args: [HUB_WALLET, amount] }),
          })
    try {
      const depositTxHash = await write('deposit', {
        to: HUB_WALLET,
        abi: hubWalletAbi,
        attempted: 'depositing into the Hub',
        data: encodeFunctionData({ abi: hubWalletAbi, functionName: 'deposit', args: [usdc, amount] }),
      })
      return { ...(approveTxHash && { approveTxHash }), depositTxHash }
    } catch (error) {
      if (!(error instanceof CallRefusedError)) throw error
      const left = await readAllowance(clients.publicClient, usdc, depositor, HUB_WALLET).catch(() => amount)
      if (left >= amount) throw error
      throw new InsufficientFundsError('allowance', amount, left, { do: 'approve', spender: 'hub' })
    }
  }
  // Two deposits of one wallet would overwrite each other's allowance.
  return inTurn(`hub:${chainId}:${depositor}`, deposit, signal)
}

export declare namespace depositToHub {
  type Parameters = WaitOptions & {
    /** The chain the clients are on. */
    chain: HubChainName
    /** USDC base units. */
    amount: bigint
    /** Called when a step begins. */
    onStep?: ((step: 'approve' | 'deposit') => void) | undefined
    /** Called with each hash as soon as it exists. Persist that of the deposit; it alone recovers the outcome. */
    onTransactionHash?: ((txHash: Hash, step: 'approve' | 'deposit') => unknown) | undefined
  }

  type ReturnType = {
    approveTxHash?: Hash | undefined
    depositTxHash: Hash
  }
}

/**
 * Judges before the approval what would fail after it; an invalid wallet would take the call and do nothing.
 *
 * @returns How much the Hub may pull, in USDC base units.
 */
async function assertDepositable(
  clients: ClientPair,
  depositor: Address,
  usdc: Address,
  amount: bigint,
): Promise<bigint> {
  const [isSupported, balance, allowance] = await Promise.all([
    readView<boolean>(clients.publicClient, 'asking the Hub for its token', {
      address: HUB_WALLET,
      abi: hubWalletAbi,
      functionName: 'isTokenSupported',
      args: [usdc],
    }),
    readBalance(clients.publicClient, usdc, depositor),
    readAllowance(clients.publicClient, usdc, depositor, HUB_WALLET),
  ])
  if (!isSupported)
    throw new CallRefusedError('depositing into the Hub', { errorName: 'UnsupportedToken', errorArgs: [usdc] })
  if (balance < amount)
    throw new InsufficientFundsError('balance', amount, balance, { do: 'add_funds', token: 'usdc', account: depositor })
  return allowance
}
