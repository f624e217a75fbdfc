import {
  ACTION_PAY,
  ACTION_PULL,
  type AuthorizeResult,
  type BoxDetails,
  MODE_PULL,
  type PrecheckResult,
  type RemoteCoSigner,
} from '@holdfast/sdk/shield'
import type { Address } from 'viem'
import { signMessage } from 'viem/actions'
import type { Context, OpenWallet } from '../../command/Context.js'
import type { Option } from '../../command/Option.js'
import type { ExitName } from '../../failure/exitCodes.js'
import { oneLine, printable } from '../../io/writeText.js'
import { openService } from '../service/openService.js'

/** The chain of a request to the co-signer, and the wallet that proves that the owner of the box asks. */
type Asker = { chainId: number; owner?: Pick<OpenWallet, 'walletClient'> | undefined }

/**
 * The co-signer of the service in the settings; asks the service for its address.
 *
 * @throws CommandFailure `no_service`
 */
export async function openCosigner(
  context: Pick<Context, 'settings' | 'terminal' | 'signal'>,
  asker: Asker,
): Promise<RemoteCoSigner> {
  return cosignerAt(context, await readCosigner(context), asker)
}

/** The co-signer's address; undefined if the settings name no service. */
export async function findCosigner(context: Context): Promise<Address | undefined> {
  return context.settings.service.value === undefined ? undefined : readCosigner(context)
}

async function readCosigner({ settings, terminal, signal }: Parameters<typeof openCosigner>[0]): Promise<Address> {
  const service = openService(settings)
  return terminal.during('asking for the co-signer', () => service.cosignerAddress({ signal }))
}

/** The co-signer of the settings' service, if its address is already known. Makes no request. */
export function cosignerAt(
  { settings }: Pick<Context, 'settings'>,
  address: Address,
  { chainId, owner }: Asker,
): RemoteCoSigner {
  return openService(settings).coSigner({ address, chainId, auth: owner && proofBy(owner) })
}

function proofBy({ walletClient }: Pick<OpenWallet, 'walletClient'>) {
  const { account } = walletClient
  return { address: account.address, sign: (message: string) => signMessage(walletClient, { account, message }) }
}

/** One spend for which the co-signer's signature is asked. */
type AskedSpend = {
  box: BoxDetails
  chainId: number
  amount: bigint
  /** The wallet that proves the request; undefined for a pull whose payer the owner has bound before. */
  owner: OpenWallet | undefined
  /** The account whose history the firewall reads, if not the owner's. */
  payer: Address | undefined
  /** The known address that the target may resemble. */
  accept?: Address | undefined
}

/** Asks the service's co-signer for its signature over one spend of a box, a payment or a pull by the mode of the box. */
export async function askForSpend(
  context: Context,
  { box, chainId, amount, owner, payer, accept }: AskedSpend,
): Promise<{ cosigner: Address; answer: AuthorizeResult }> {
  const { account, target, nonce, remaining, expiry, mode } = box
  const cosigner = await openCosigner(context, { chainId, owner })
  const spend = { account, payer, accept, amount, target, nonce, chainId, remaining, expiry }
  const answer = await context.terminal.during('asking the co-signer', () =>
    cosigner.authorize(
      {
        ...spend,
        owner: owner?.walletClient.account.address,
        action: mode === MODE_PULL ? ACTION_PULL : ACTION_PAY,
      },
      { signal: context.signal },
    ),
  )
  return { cosigner: cosigner.address, answer }
}

/** Option of a command that asks the service's co-signer for a spend. */
export const acceptOption = {
  flags: '--accept <address>',
  describes:
    'known address that the target resembles: the co-signer then signs despite that warning, but never despite a block',
} as const satisfies Option

/** Exit code of an answer of a co-signer: a refusal is a result, like an approval. */
export function exitOfCosign(answer: PrecheckResult | AuthorizeResult): ExitName {
  if (answer.approved) return 'ok'
  if (answer.code === 'risk_blocked') return 'blocked'
  return /^cosigner_|_unavailable$/.test(answer.code ?? '') ? 'unavailable' : 'refused'
}

/** A veto for a person. */
export function describeVeto(answer: Exclude<PrecheckResult, { approved: true }>): string {
  const { code, reason, riskReasons = [] } = answer
  const why = code === undefined ? '' : ` (${printable(code)})`
  return [`Refused: ${oneLine(reason)}${why}`, ...riskReasons.map((rule) => `  ${printable(rule)}`)].join('\n')
}
