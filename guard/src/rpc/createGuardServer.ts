import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ReadClient, requireDeployment, viemChainFor } from '@holdfast/sdk/chain'
import { InvalidInputError, WrongNetworkError } from '@holdfast/sdk/errors'
import type { CheckOptions, IDataProvider, PaymentChain } from '@holdfast/sdk/risk'
import { type Address, createClient, custom } from 'viem'
import { createGrants, type Grants } from '../judge/createGrants.js'
import { type AddChainRequest, addChainRequest, restoreChainRequest } from './addChainRequest.js'
import { createAnswers } from './internal/answers/createAnswers.js'
import { createForwarder } from './internal/answers/createForwarder.js'
import { openJudges } from './internal/histories/openJudges.js'
import { createAdmission } from './internal/http/admit.js'
import { createRefusalRows } from './internal/http/createRefusalRows.js'
import { createRequestListener } from './internal/http/createRequestListener.js'
import type { RefusalRow } from './internal/http/page.js'
import { isOfOtherUser } from './internal/http/peerUser.js'
import { assertExactJson } from './internal/messages/exactJson.js'
import { createSimulator } from './internal/node/createSimulator.js'
import { createUpstream } from './internal/node/createUpstream.js'

/**
 * Creates a guard RPC: a JSON-RPC endpoint that hands everything on to a node, and refuses a payment that the firewall blocks, as
 * an estimate, a call and a broadcast, in the form that wallets show and upon which no client pays another way.
 *
 * It serves its own page, where a person adds it to a wallet and decides about a refusal. Of a refused payment it keeps the codes of the
 * reasons and, in memory for 15 minutes, what a person needs to see to decide; never a transaction.
 *
 * @throws {@link InvalidInputError} for an address that others can reach without `tokens`; `UnknownChainError`; an `Error` on Node 20 and 21.
 * @example
 * const guard = createGuardServer({ upstream: 'https://rpc.testnet.arc.network', chainId: 5042002 })
 * await guard.listen()
 * console.log(`RPC URL for your wallet: ${guard.url}`)
 */
export function createGuardServer(options: GuardServerOptions): GuardServer {
  const { chainId, host = '127.0.0.1', port = 8545, tokens, origins = [], onRefusal, now = Date.now } = options
  assertExactJson()
  requireDeployment(chainId)
  assertAccess(host, tokens)
  const isHosted = tokens !== undefined
  const limits = { ...defaultLimits, ...options.limits }
  const upstream = createUpstream(options.upstream, {
    connections: limits.connections,
    timeoutMs: limits.upstreamMs,
    maxBytes: limits.answerBytes,
  })
  const client: ReadClient = createClient({
    chain: viemChainFor(chainId),
    ccipRead: false,
    transport: custom({ request: ({ method, params }) => upstream.ask(method, params ?? []) }, { retryCount: 1 }),
  })
  const grants = options.grants ?? createGrants({ now })
  const judges = openJudges(client, { chainId, grants, isHosted, limits, now }, options)
  const refusals = createRefusalRows({ now, onRefusal })
  let isVerified = false
  const askShortly = (method: string, params: readonly unknown[]) => upstream.ask(method, params, limits.simulationMs)
  const askChain = async () => {
    const served = Number(await askShortly('eth_chainId', []))
    if (served !== chainId) throw new WrongNetworkError(chainId, served)
    isVerified = true
  }
  const verify = () => (isVerified ? undefined : askChain())
  const answer = createAnswers({
    chainId,
    verify,
    judgeOf: judges.judgeOf,
    simulate: createSimulator({ ask: askShortly, chainId, limitMs: limits.simulationMs, now }),
    graceMs: limits.simulationMs / 6,
    hint: judges.hint,
    onRefusal: refusals.note,
    isUpstreamFailing: () => upstream.isFailing,
  })

  const key = randomBytes(32)
  const secretOf = (user: string) => createHmac('sha256', key).update(user).digest('hex')
  const server = createServer({
    maxHeaderSize: 16_384,
    headersTimeout: 10_000,
    requestTimeout: 0,
    keepAliveTimeout: 65_000,
  })
  // Longer than any answer takes to begin: from then on it ends the connection of a client that does not read what it asked for.
  server.timeout = limits.idleMs
  server.maxConnections = limits.clients
  // It listens on a port, so its address is not a path.
  const portOf = () => (server.address() as AddressInfo).port
  const localUrlOf = () => `http://${host.includes(':') ? `[${host}]` : host}:${portOf()}`
  const urlOf = () => options.publicUrl ?? localUrlOf()
  // Asked for with each request, when the port no longer changes.
  let known: readonly string[] | undefined
  const names = () => (known ??= [...loopbackNames, host].map((name) => `${name}:${portOf()}`))
  const listener = createRequestListener({
    admit: createAdmission({ names: isHosted ? undefined : names, tokens, origins }),
    forward: createForwarder({ upstream, answer, maxBatch: limits.batch }),
    grants,
    // The users of a hosted one have tokens.
    isStranger: (socket) => !isHosted && isOfOtherUser(socket),
    rowsOf: refusals.of,
    secretOf,
    requests: (base) => ({
      add: addChainRequest(chainId, base === '/' ? urlOf() : `${urlOf()}${base}`),
      restore: restoreChainRequest(chainId),
    }),
    limits,
  })
  server.on('request', (incoming, outgoing) => {
    listener(incoming, outgoing).catch(() => outgoing.destroy())
  })

  return {
    grants,
    get url() {
      return urlOf()
    },
    get localUrl() {
      return localUrlOf()
    },
    get addChainRequest() {
      return addChainRequest(chainId, urlOf())
    },
    get secret() {
      return secretOf('')
    },
    async listen() {
      // A node that is down now may be up when it is needed.
      await verify()?.catch((error) => {
        if (error instanceof WrongNetworkError) throw error
      })
      server.listen(port, host)
      await once(server, 'listening')
    },
    prepare: judges.prepare,
    async close() {
      server.close()
      server.closeIdleConnections()
      const limit = setTimeout(() => server.closeAllConnections(), drainMs)
      if (server.listening) await once(server, 'close')
      clearTimeout(limit)
      await upstream.close()
    },
  }
}

/** @throws {@link InvalidInputError} where others can reach it without a token, or a token can be guessed. */
function assertAccess(host: string, tokens: readonly string[] | undefined): void {
  const isLoopback = ['127.0.0.1', '::1', 'localhost'].includes(host)
  if (!isLoopback && !tokens?.length)
    throw new InvalidInputError('tokens', `${host} can be reached by others: each user needs a token.`)
  if (tokens?.some((token) => !/^[\w-]{24,}$/.test(token)))
    throw new InvalidInputError('tokens', 'A token has 24 characters or more: letters, digits, "-" and "_".')
}

/** How a guard RPC is set up. */
export type GuardServerOptions = {
  /** Of the node. A name and password in it become a header. */
  upstream: string
  /** The chain of this URL. Transactions of another one are refused. */
  chainId: number
  /** @default '127.0.0.1' */
  host?: string | undefined
  /** 0 takes a free one.
   * @default 8545 */
  port?: number | undefined
  /** One for each user, 24 characters or more. Needed where `host` is not a loopback address.
   * @default none: any program that reaches the port is the user */
  tokens?: readonly string[] | undefined
  /** Origins of web pages that may send JSON-RPC. Browser extensions, and programs that name no origin, always may.
   * @default [] */
  origins?: readonly string[] | undefined
  /** Under which users reach it, where that is not the address it listens on.
   * @default the address */
  publicUrl?: string | undefined
  /** Where histories are read.
   * @default the chain's explorer, else the node */
  provider?: IDataProvider | undefined
  /**
   * Further chains on which the users pay: an imitation of a payee of one is refused here. Payments of an account wait for the
   * first reading of them, up to `otherChainsMs`; one that cannot be read then refuses nothing.
   * @default none
   */
  payerChains?: readonly PaymentChain[] | undefined
  /** Contacts, own accounts and decisions of the users. */
  checkOptions?: Omit<CheckOptions, 'provider' | 'payerChains' | 'client' | 'now' | 'amount' | 'signal'> | undefined
  /** What people have allowed.
   * @default none yet */
  grants?: Grants | undefined
  limits?: Partial<GuardLimits> | undefined
  /** Called for each refusal: a moment and codes, and nothing else about the payment. */
  onRefusal?: ((refusal: RefusalRow) => void) | undefined
  /** The clock, in epoch milliseconds.
   * @default Date.now */
  now?: (() => number) | undefined
}

/** Bounds of a guard RPC. */
export type GuardLimits = {
  /** Bytes of a request. @default 2097152 */
  bodyBytes: number
  /** Milliseconds for a request to arrive, at most `verdictMs`. @default 8000 */
  bodyMs: number
  /** Requests in a batch. @default 1000, as viem makes them */
  batch: number
  /** Connections of clients. @default 1024 */
  clients: number
  /** Milliseconds without a byte in either direction after which a connection is closed. @default 120000 */
  idleMs: number
  /** Connections to the node; a quarter more is for checks while they are all in use. @default 64 */
  connections: number
  /** Milliseconds for the node's answer. @default 30000 */
  upstreamMs: number
  /** Bytes of the node's answer. @default 67108864 */
  answerBytes: number
  /** Milliseconds that a first request of an account waits for its history. @default 2000 */
  firstSightMs: number
  /** Milliseconds after which payments of an account no longer wait for the first reading of its further chains. @default 12000 */
  otherChainsMs: number
  /** Milliseconds after which a source of a check counts as missing. @default 4000 */
  checkMs: number
  /** Milliseconds for the node to simulate a transaction, and to name its chain before the first verdict. @default 1500 */
  simulationMs: number
  /**
   * Milliseconds from the first byte of a request after which a broadcast without a verdict is refused: less than clients wait, since viem's `fallback` then
   * sends the payment to its next node. @default 8000
   */
  verdictMs: number
}

/** A guard RPC. */
export type GuardServer = {
  /** What people have allowed, and what waits for them. */
  readonly grants: Grants
  /** RPC URL for a wallet, and the address of the guard's page. */
  readonly url: string
  /** Where it listens on this machine. */
  readonly localUrl: string
  /** Adds the guard to a wallet. */
  readonly addChainRequest: AddChainRequest
  /** Of this process: a decision sent to `/allow` without the page needs it. Not for a log. */
  readonly secret: string
  /**
   * Starts to serve.
   *
   * @throws {@link WrongNetworkError} where the node serves another chain; Node's own error where the port is taken.
   */
  listen: () => Promise<void>
  /** Reads the history of an account ahead of its first payment. */
  prepare: (account: Address) => Promise<void>
  /** Lets requests finish for five seconds, then closes every connection. */
  close: () => Promise<void>
}

export type { RefusalRow }

const defaultLimits: GuardLimits = {
  bodyBytes: 2 * 1024 * 1024,
  bodyMs: 8_000,
  batch: 1_000,
  clients: 1_024,
  idleMs: 120_000,
  connections: 64,
  upstreamMs: 30_000,
  answerBytes: 64 * 1024 * 1024,
  firstSightMs: 2_000,
  otherChainsMs: 12_000,
  checkMs: 4_000,
  // With a check of a history that is ready it is less than the 2 seconds of a first sight.
  simulationMs: 1_500,
  // viem's `http` gives up after 10.
  verdictMs: 8_000,
}

const loopbackNames = ['127.0.0.1', 'localhost', '[::1]']
const drainMs = 5_000
