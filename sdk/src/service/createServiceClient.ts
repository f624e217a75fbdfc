import type { Address } from 'viem'
import type { RemoteCoSigner } from '../shield/RemoteCoSigner.js'
import type { AnnouncementPage, AnnouncementPageBody } from '../wire/announcementPage.js'
import type { GaslessClaimResult } from '../wire/gaslessClaim.js'
import type { HealthBody } from '../wire/health.js'
import type { Investigate, Investigation } from '../wire/investigate.js'
import type {
  RelayAnnounce,
  RelayAnnounceResult,
  RelayCreateResult,
  RelayGas,
  RelayGasResult,
  RelayPending,
} from '../wire/relay.js'
import type { VerifiedRecipientsBody } from '../wire/verifiedRecipients.js'
import {
  type AnnouncementPagesOptions,
  type AnnouncementsParameters,
  announcementPages,
  announcements,
} from './internal/announcements.js'
import type { ServiceCallOptions } from './internal/ask.js'
import type { RelayOptions } from './internal/askRelay.js'
import { type ConnectionOptions, connect } from './internal/Connection.js'
import { cosignerAddress } from './internal/cosignerAddress.js'
import { type GaslessClaimOptions, type GaslessClaimParameters, gaslessClaim } from './internal/gaslessClaim.js'
import { health } from './internal/health.js'
import { investigate } from './internal/investigate.js'
import { relayAnnounce } from './internal/relayAnnounce.js'
import { type RelayCreateParameters, relayCreate } from './internal/relayCreate.js'
import { relayGas } from './internal/relayGas.js'
import { remoteCoSigner, type ServiceCoSignerParameters } from './internal/remoteCoSigner.js'
import { type VerifiedRecipientsParameters, verifiedRecipients } from './internal/verifiedRecipients.js'

/**
 * A client of the key-holding service, for all of its routes.
 *
 * It may repeat whatever it asks: the service does nothing twice. Requests the relayer pays for are signed by `account`,
 * again each time, over the bytes that are sent. Where the service says that the time of a signature is off, the client
 * takes over the service's time and asks once more. What the service decides (a veto, a claim that does not pay, work that
 * is still going on) is a value; that it cannot be asked, or refuses to be, is a `ServiceUnavailableError` or a
 * `ServiceProblemError`.
 *
 * Its methods need no `this`.
 *
 * @throws `InvalidInputError`, `MissingAccountError`
 * @example
 * const service = createServiceClient({ baseUrl: 'https://pay.example.com', account: walletClient })
 * const claimed = await service.gaslessClaim({ transferId: 42n, code, salt, recipient })
 * console.log(claimed.ok ? claimed.txHash : claimed.error.kind)
 */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const connection = connect(options)
  return {
    baseUrl: connection.baseUrl,
    health: (options) => health(connection, options),
    cosignerAddress: (options) => cosignerAddress(connection, options),
    coSigner: (parameters) => remoteCoSigner(connection, parameters),
    verifiedRecipients: (parameters, options) => verifiedRecipients(connection, parameters, options),
    announcements: (parameters, options) => announcements(connection, parameters, options),
    announcementPages: (fromBlock, options) => announcementPages(connection, fromBlock, options),
    gaslessClaim: (claim, options) => gaslessClaim(connection, claim, options),
    relayCreate: (parameters, options) => relayCreate(connection, parameters, options),
    relayAnnounce: (announcement, options) => relayAnnounce(connection, announcement, options),
    relayGas: (gas, options) => relayGas(connection, gas, options),
    investigate: (payment, options) => investigate(connection, payment, options),
  }
}

/** How to reach the service, and who signs. */
export type ServiceClientOptions = ConnectionOptions

/**
 * The routes of the service as methods. Each throws `ServiceUnavailableError`, `ServiceProblemError`, before any request
 * `InvalidInputError` or `WireFormatError` for invalid parameters, and the reason of `signal` when the caller gives up.
 */
export type ServiceClient = {
  /** Where `/api/…` begins, without a slash at the end. */
  readonly baseUrl: string
  /**
   * Whether the service is up, and what its relayer has left.
   *
   * @example
   * const service = createServiceClient({ baseUrl: 'https://pay.example.com' })
   * if ((await service.health()).relayer?.low) console.warn('The relayer needs USDC.')
   */
  health: (options?: ServiceCallOptions) => Promise<HealthBody>
  /**
   * What new boxes must name as their co-signer.
   *
   * @example
   * const service = createServiceClient({ baseUrl: 'https://pay.example.com' })
   * const cosigner = service.coSigner({ address: await service.cosignerAddress() })
   */
  cosignerAddress: (options?: ServiceCallOptions) => Promise<Address>
  /**
   * The service as the co-signer of boxes: precheck, authorize, bind. Asks nothing yet. What the methods of the returned
   * object do when the service is not there is theirs to say: it is a veto, not an error.
   *
   * @example
   * const service = createServiceClient({ baseUrl: 'https://pay.example.com' })
   * const cosigner = service.coSigner({ address: cosignerAddress })
   * const { approved } = await cosigner.precheck({ owner, target, amount: 5_000_000n })
   */
  coSigner: (parameters: ServiceCoSignerParameters) => RemoteCoSigner
  /**
   * Whom a sender's protected transfers have reached. Where `complete` is false, the list is missing data.
   *
   * @example
   * const service = createServiceClient({ baseUrl: 'https://pay.example.com' })
   * const { recipients, complete } = await service.verifiedRecipients({ sender })
   */
  verifiedRecipients: (
    parameters: VerifiedRecipientsParameters,
    options?: ServiceCallOptions,
  ) => Promise<VerifiedRecipientsBody>
  /**
   * One page of stealth announcements; the next one begins at `nextBlock`. The service learns nothing of whose they are.
   *
   * @example
   * const service = createServiceClient({ baseUrl: 'https://pay.example.com' })
   * const { announcements, nextBlock } = await service.announcements({ fromBlock: 53_756_547n, limit: 100 })
   */
  announcements: (parameters?: AnnouncementsParameters, options?: ServiceCallOptions) => Promise<AnnouncementPageBody>
  /**
   * All pages from a block on, as JSON that has been checked: the `source` of an `AnnouncementIndex`.
   *
   * @example
   * const service = createServiceClient({ baseUrl: 'https://pay.example.com' })
   * const index = new AnnouncementIndex({ client: publicClient, source: service.announcementPages })
   */
  announcementPages: (
    fromBlock?: bigint,
    options?: AnnouncementPagesOptions,
  ) => AsyncGenerator<AnnouncementPage, void, undefined>
  /**
   * Claims a protected transfer of the primary chain for its recorded recipient, who needs no gas.
   *
   * While the outcome is unknown it asks again, with a fresh signature, until `timeoutMs`; then the result is of kind
   * `unknown`: it may still land, and asking later tells.
   *
   * @throws Beside what every method throws, `SignatureDeclinedError`, and `InvalidInputError` without an `account`.
   * @example
   * const service = createServiceClient({ baseUrl: 'https://pay.example.com', account: walletClient })
   * const claimed = await service.gaslessClaim({ transferId: 42n, code, salt, recipient })
   * if (!claimed.ok && claimed.error.kind === 'wrong_code') console.log(claimed.error.attemptsRemaining)
   */
  gaslessClaim: (claim: GaslessClaimParameters, options?: GaslessClaimOptions) => Promise<GaslessClaimResult>
  /**
   * Deploys a box in the relayer's name, and announces it where `announce` is given. That the answer names the address
   * that these terms have, and no other, is checked.
   *
   * @returns With `status: 'pending'` where the work is not done within `timeoutMs`; asking again tells how far it is.
   * @throws What {@link ServiceClient.gaslessClaim} throws.
   * @example
   * const service = createServiceClient({ baseUrl: 'https://pay.example.com', account: walletClient })
   * const created = await service.relayCreate({ salt, policy })
   * console.log('status' in created ? created.operationId : created.account)
   */
  relayCreate: (parameters: RelayCreateParameters, options?: RelayOptions) => Promise<RelayCreateResult | RelayPending>
  /**
   * Announces a deployed box, in the relayer's name. Returns and throws like {@link ServiceClient.relayCreate}.
   *
   * @example
   * const service = createServiceClient({ baseUrl: 'https://pay.example.com', account: walletClient })
   * await service.relayAnnounce({ ...stealth, box })
   */
  relayAnnounce: (announcement: RelayAnnounce, options?: RelayOptions) => Promise<RelayAnnounceResult | RelayPending>
  /**
   * Gives a fresh address the gas of one transaction. Returns and throws like {@link ServiceClient.relayCreate}.
   *
   * @example
   * const service = createServiceClient({ baseUrl: 'https://pay.example.com', account: walletClient })
   * const seeded = await service.relayGas({ to })
   * if ('amount' in seeded) console.log(formatUsdc(seeded.amount), 'USDC were sent')
   */
  relayGas: (gas: RelayGas, options?: RelayOptions) => Promise<RelayGasResult | RelayPending>
  /**
   * A second opinion on a payment. It is never better than `rule.level`.
   *
   * @example
   * const service = createServiceClient({ baseUrl: 'https://pay.example.com' })
   * const { rule, advisory } = await service.investigate({ sender, target: recipient })
   */
  investigate: (payment: Investigate, options?: ServiceCallOptions) => Promise<Investigation>
}
