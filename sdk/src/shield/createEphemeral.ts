import { spendPolicyFactoryAbi } from '@holdfast/contracts'
import { type Address, encodeFunctionData, type Hex } from 'viem'
import { parseParty } from '../chain/address.js'
import { assertBytes32 } from '../chain/bytes32.js'
import { assertNetwork } from '../chain/network.js'
import { readView } from '../chain/readView.js'
import type { ChainDeployment } from '../chain/registry.js'
import { pause } from '../chain/sleep.js'
import { execute, type WriteOptions } from '../chain/transaction/execute.js'
import { requireAccount } from '../chain/transaction/requireAccount.js'
import { NotABoxError } from '../errors/shield.js'
import type { PaymentGuardOptions } from '../risk/PaymentGuardOptions.js'
import { findCreation, type SearchOptions } from './internal/events.js'
import { guardHere } from './internal/guardHere.js'
import { assertSameTerms, type Terms, termsOf } from './internal/policy.js'
import { type Box, type BoxOptions, lookAtBox } from './internal/readBox.js'
import { type BoxWarning, warnAbout } from './internal/warnings.js'
import { predictBox } from './predictEphemeral.js'
import type { CreatedAccount, EphemeralPolicy, ShieldClients } from './types.js'

/** How a creation is followed, and who receives its warnings. */
export type CreateEphemeralOptions = WriteOptions &
  SearchOptions &
  PaymentGuardOptions & {
    /** Whose history the firewall looks at. @default the connected account */
    payer?: Address | undefined
    /** Called before anything is sent, once for each thing the payer may regret. Without it nothing is looked up for it. */
    onWarning?: ((warning: BoxWarning) => void) | undefined
  }

/**
 * Creates a box, reads back what was deployed, and compares every field. Its target passes the firewall first, at the box's
 * cap. Its submitter has no rights over it.
 *
 * When the box exists already, because an answer was lost or a stranger was faster, nothing is sent: it is compared all
 * the same. So a retry is always safe.
 *
 * @param salt - 32 bytes. Take the one that `newStealthPolicy` returns.
 * @returns The box, and the transaction that created it; `null` when it existed already and that one was not found.
 * @throws {@link PolicyMismatchError}; {@link NotABoxError} when something else is deployed at its address. Before anything is
 *   sent: `RiskBlockedError`, `InvalidInputError` and its subclasses (before any request), and what every write throws. After it:
 *   `TransactionUnconfirmedError`; then call it again.
 * @example
 * const { policy, salt } = newStealthPolicy(meta, terms)
 * const { account } = await createEphemeral(clients, SPEND_POLICY_FACTORY_ADDRESS, salt, policy)
 */
export async function createEphemeral(
  clients: ShieldClients,
  factory: Address,
  salt: Hex,
  policy: EphemeralPolicy,
  options: CreateEphemeralOptions = {},
): Promise<CreatedAccount> {
  const from = parseParty('factory', factory)
  assertBytes32('salt', salt)
  const terms = termsOf(policy)
  const wallet = requireAccount(clients.walletClient)
  const deployment = await assertNetwork(clients)
  const [account, implementation] = await Promise.all([
    predictBox(clients.publicClient, deployment, from, salt, terms),
    implementationOf(clients, deployment, from),
  ])
  const { box, now } = await lookAtBox(clients.publicClient, account, { factory: from, implementation })
  if (box !== undefined) {
    assertSameTerms(account, terms, box)
    const found = await findCreation(clients.publicClient, deployment, { factory: from, account }, options).catch(
      () => undefined,
    )
    return { account, txHash: found ?? null }
  }
  const { target, maxAmount, token } = terms.policy
  const payer = options.payer ?? wallet.address
  await guardHere(clients, deployment, { payer, payee: target, amount: maxAmount, token }, options)
  if (options.onWarning) await warnAbout(clients, policy, { wallet: wallet.address, now }, options.onWarning)
  const receipt = await execute(
    clients,
    deployment,
    {
      to: from,
      abi: spendPolicyFactoryAbi,
      attempted: 'creating the box',
      data: encodeFunctionData({
        abi: spendPolicyFactoryAbi,
        functionName: 'createAccount',
        args: [terms.ownerHash, salt, terms.policy],
      }),
    },
    options,
  )
  assertSameTerms(account, terms, await readBack(clients, deployment, account, { factory: from, implementation }))
  return { account, txHash: receipt.transactionHash }
}

/** The code that must be behind a factory's boxes; the registry's own factory needs no asking. */
export async function implementationOf(
  { publicClient }: ShieldClients,
  deployment: ChainDeployment,
  factory: Address,
): Promise<Address> {
  if (factory === deployment.spendPolicyFactory) return deployment.spendPolicyAccountImpl
  return readView<Address>(publicClient, `asking the factory ${factory} for its implementation`, {
    address: factory,
    abi: spendPolicyFactoryAbi,
    functionName: 'implementation',
    args: [],
  })
}

/** Hosts behind one name do not all have the newest block at once, so a box just created may be missing for a moment. */
async function readBack(
  { publicClient }: ShieldClients,
  { blockTimeMs }: ChainDeployment,
  account: Address,
  maker: BoxOptions,
): Promise<Terms> {
  for (let attempt = 1; ; attempt += 1) {
    const { box }: { box: Box | undefined } = await lookAtBox(publicClient, account, maker)
    if (box !== undefined) return box
    if (attempt === 5) throw new NotABoxError(account, 'undeployed')
    await pause(blockTimeMs)
  }
}
