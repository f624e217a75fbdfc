import type { Address } from 'viem'
import { parseParty } from '../chain/address.js'
import { bridgeChainFacts } from '../chain/bridgeChains.js'
import type { ReadClient } from '../chain/clients.js'
import { readClientFor } from '../chain/newClient.js'
import { requireDeployment } from '../chain/registry.js'
import { requireAccount } from '../chain/transaction/requireAccount.js'
import { HubTransferIdLostError } from '../errors/hub.js'
import { type HubRoute, parseRoute } from '../hub/route.js'
import { spendFromHub } from '../hub/spendFromHub.js'
import { guardPayment } from '../risk/guardPayment.js'
import type { PaymentGuardOptions } from '../risk/PaymentGuardOptions.js'
import { type BoxOptions, readBox } from './internal/readBox.js'
import type { ShieldClients } from './types.js'

/**
 * Which box to fund, how much, and whose Hub balance pays; what is not named here is as in `spendFromHub`. Neither chain has
 * a default: a balance on another chain does not help, and the box's address on another chain is not a box.
 */
export type FundBoxParams = Omit<spendFromHub.Parameters, 'recipient'> &
  BoxOptions & {
    /** The box, on the chain `to`. */
    account: Address
    /** Reads the box. @default the registry's endpoints of the chain `to` */
    destinationClient?: ReadClient | undefined
  }

/**
 * Funds a box from the connected account's Hub balance: the wallet signs, and the issuer mints into the box. Let
 * `assertBoxFundable` judge the box before, and `awaitBoxFunded` see the money arrive. The target of the box is read from the
 * chain and passes the firewall first, on the account's history of both chains.
 *
 * What it hides: the funding transaction is sent by the issuer, to the issuer's minter, and its USDC comes from the zero
 * address, so that no transfer leads from the wallet to the box. A list of transfers, an explorer's page of the box and
 * trackers of payments show no payer.
 *
 * What it does not hide: the minter's own event `AttestationUsed`, and the calldata, carry the depositor and the signer of
 * the spend, which are the connected account. Who decodes that event links the two, and the issuer knows them anyway. A
 * deposit from an account not known to be the payer's is what closes that gap.
 *
 * A box funded from a chain with no balance is refused before the signature where the issuer says so, else after it.
 *
 * @returns The id of the spend, as `onTransferId` has it: it alone recovers the funding. Without one the spend was taken
 *   and its id lost; the money arrives all the same.
 * @throws As `spendFromHub`, except for the lost id; `NotABoxError`, `ChainUnavailableError` before anything is signed.
 * @example
 * await assertBoxFundable(publicClient, box, policy)
 * const { transferId } = await fundBoxFromHub(
 *   { walletClient },
 *   { account: box, amount: 5_000_000n, from: 'Base_Sepolia', to: 'Arc_Testnet' },
 * )
 * const arrived = await awaitBoxFunded(publicClient, box, 5_000_000n, policy.token)
 */
export async function fundBoxFromHub(
  { walletClient }: Pick<ShieldClients, 'walletClient'>,
  { account, destinationClient, factory, implementation, ...params }: FundBoxParams,
): Promise<{ transferId?: string | undefined }> {
  const recipient = parseParty('account', account)
  const { address: signer } = requireAccount(walletClient)
  const route = parseRoute({ ...params, depositor: params.depositor ?? signer, signer, recipient })
  if (params.skipRiskCheck !== true) await guardTarget(destinationClient, route, { ...params, factory, implementation })
  try {
    // The guard has looked at the target of the box, which is who can be paid out of it.
    const { transferId } = await spendFromHub({ walletClient }, { ...params, recipient, skipRiskCheck: true })
    return { transferId }
  } catch (error) {
    if (error instanceof HubTransferIdLostError) return {}
    throw error
  }
}

async function guardTarget(
  destinationClient: ReadClient | undefined,
  { from, to, depositor, recipient, amount }: HubRoute,
  { factory, implementation, ...options }: PaymentGuardOptions & BoxOptions & { signal?: AbortSignal | undefined },
): Promise<void> {
  const [source, destination] = [bridgeChainFacts(from), bridgeChainFacts(to)]
  const client = destinationClient ?? (await readClientFor(requireDeployment(destination.chainId)))
  const { policy } = await readBox(client, recipient, { factory, implementation })
  const chains = [{ chainId: source.chainId }, { chainId: destination.chainId, client }]
  const checkOptions = { signal: options.signal, ...options.checkOptions }
  await guardPayment({ payer: depositor, payee: policy.target, amount, chains }, { ...options, checkOptions })
}
