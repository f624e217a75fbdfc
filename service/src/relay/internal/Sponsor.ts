import type { ReadClient } from '@holdfast/sdk/chain'
import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hash,
  type Hex,
  hexToBigInt,
  isHex,
  keccak256,
  numberToHex,
  parseAbi,
} from 'viem'
import { entryPoint07Address, getUserOperationHash, type UserOperation } from 'viem/account-abstraction'
import type { ServedChain } from '../../chains/ServedChain.js'
import type { SponsorSettings } from '../../config/Config.js'
import type { Signer } from '../../keys/Signer.js'
import type { Call } from '../../sender/Call.js'
import type { Fees } from '../../sender/fees.js'

/**
 * A sponsor that pays for claims: an ERC-4337 bundler and an ERC-7677 paymaster, for a smart account that the relayer's
 * key owns (the sample account of EntryPoint v0.7, created by its first user operation).
 */
export class Sponsor {
  readonly #settings: SponsorSettings | undefined
  readonly #chain: ServedChain
  readonly #signer: Signer
  readonly #timeoutMs: number
  #account: Address | undefined
  /** Consecutive offers without an answer. */
  #silences = 0
  #restsUntil = 0

  /**
   * @param settings - Without them it pays for nothing, but finds what it paid for earlier.
   * @param timeoutMs - For each of its answers.
   */
  constructor(settings: SponsorSettings | undefined, chain: ServedChain, signer: Signer, timeoutMs: number) {
    this.#settings = settings
    this.#chain = chain
    this.#signer = signer
    this.#timeoutMs = timeoutMs
  }

  /** Whether it is not asked for a while: a slow or broken sponsor must not delay every claim. */
  get isResting(): boolean {
    return performance.now() < this.#restsUntil
  }

  /**
   * Composes and signs a user operation with one call. Sends nothing.
   *
   * @param nonceKey - User operations with one key are executed in order, one at a time; different keys are
   *   independent.
   * @param asOf - Block whose nonce it uses; it cannot be executed if another one with the key was executed since.
   */
  async compose(call: Call, nonceKey: Hex, fees: Fees, asOf?: bigint): Promise<SponsoredCall> {
    try {
      return await this.#compose(call, nonceKey, fees, asOf)
    } catch (error) {
      this.#countSilence(error)
      throw error
    }
  }

  async #compose(call: Call, nonceKey: Hex, { maxFee, tip }: Fees, asOf?: bigint): Promise<SponsoredCall> {
    const { client, id } = this.#chain
    const { bundlerUrl } = this.#requireSettings()
    const sender = await this.#findAccount()
    const [code, nonce] = await Promise.all([
      client.request({ method: 'eth_getCode', params: [sender, 'latest'] }),
      this.#view(
        entryPoint07Address,
        encodeFunctionData({ abi, functionName: 'getNonce', args: [sender, truncate(nonceKey)] }),
        asOf,
      ),
    ])
    const unpaid: UserOperation<'0.7'> = {
      sender,
      nonce: hexToBigInt(nonce),
      callData: encodeFunctionData({ abi, functionName: 'execute', args: [call.to, 0n, call.data] }),
      callGasLimit: 0n,
      verificationGasLimit: 0n,
      preVerificationGas: 0n,
      maxFeePerGas: maxFee,
      maxPriorityFeePerGas: tip,
      signature: stubSignature,
      ...(code === '0x' && { factory: accountFactory, factoryData: this.#creation() }),
    }
    const context = [entryPoint07Address, numberToHex(id), {}]
    const stub = await this.#paymaster('pm_getPaymasterStubData', [toRpc(unpaid), ...context])
    const estimate = (await this.#ask(bundlerUrl, 'eth_estimateUserOperationGas', [
      toRpc({ ...unpaid, ...stub }),
      entryPoint07Address,
      // A field that is not a number is refused when it is read.
    ])) as Record<string, Hex>
    const gas = (name: string) => (hexToBigInt(estimate[name] ?? '0x0') * 6n) / 5n
    const estimated = {
      ...unpaid,
      ...stub,
      callGasLimit: gas('callGasLimit'),
      verificationGasLimit: gas('verificationGasLimit'),
      preVerificationGas: gas('preVerificationGas'),
    }
    const paid = { ...estimated, ...(await this.#paymaster('pm_getPaymasterData', [toRpc(estimated), ...context])) }
    const hash = getUserOperationHash({
      chainId: id,
      entryPointAddress: entryPoint07Address,
      entryPointVersion: '0.7',
      userOperation: paid,
    })
    return { hash, userOperation: { ...paid, signature: await this.#signer.signMessage({ raw: hash }) } }
  }

  /**
   * Sends it to the bundler. `refused` means that the bundler itself refused it; after any other failure it may have
   * been accepted.
   */
  async send({ hash, userOperation }: SponsoredCall): Promise<'accepted' | 'refused' | 'unknown'> {
    const params = [toRpc(userOperation), entryPoint07Address]
    try {
      const answer = await this.#ask(this.#requireSettings().bundlerUrl, 'eth_sendUserOperation', params)
      this.#silences = 0
      return answer === hash ? 'accepted' : 'unknown'
    } catch (error) {
      this.#countSilence(error)
      if (!(error instanceof SponsorError)) return 'unknown'
      return error.isVerdict ? 'refused' : 'unknown'
    }
  }

  /**
   * Finds the transaction that executed any of these user operations: by the EntryPoint's own event, not by the
   * bundler's answer.
   */
  async findTransaction(
    client: ReadClient,
    hashes: readonly Hash[],
    fromBlock: bigint,
    toBlock: bigint,
  ): Promise<{ txHash: Hash; hash: Hash } | undefined> {
    const [log] = await client.request({
      method: 'eth_getLogs',
      params: [
        {
          address: entryPoint07Address,
          topics: [userOperationEvent, [...hashes]],
          fromBlock: numberToHex(fromBlock),
          toBlock: numberToHex(toBlock),
        },
      ],
    })
    const hash = log?.topics[1]
    return log?.transactionHash && hash ? { txHash: log.transactionHash, hash } : undefined
  }

  #requireSettings(): SponsorSettings {
    if (!this.#settings) throw new SponsorError(true)
    return this.#settings
  }

  /** Address that the factory gives to the relayer's account; it never changes. */
  async #findAccount(): Promise<Address> {
    if (this.#account === undefined) {
      const data = encodeFunctionData({ abi, functionName: 'getAddress', args: [this.#signer.address, accountSalt] })
      this.#account = `0x${(await this.#view(accountFactory, data)).slice(26)}`
    }
    return this.#account
  }

  #creation(): Hex {
    return encodeFunctionData({ abi, functionName: 'createAccount', args: [this.#signer.address, accountSalt] })
  }

  #view(to: Address, data: Hex, block?: bigint): Promise<Hex> {
    const tag = block === undefined ? 'latest' : numberToHex(block)
    return this.#chain.client.request({ method: 'eth_call', params: [{ to, data }, tag] })
  }

  async #paymaster(method: string, params: readonly unknown[]) {
    // Each field is checked before it is used.
    const answer = (await this.#ask(this.#requireSettings().paymasterUrl, method, params)) as Record<
      string,
      Hex | undefined
    >
    const { paymaster, paymasterData, paymasterVerificationGasLimit, paymasterPostOpGasLimit } = answer
    if (!paymaster || !isHex(paymaster)) throw new SponsorError(true)
    return {
      paymaster,
      paymasterData: paymasterData ?? '0x',
      // The final answer does not need to repeat them.
      ...(paymasterVerificationGasLimit && {
        paymasterVerificationGasLimit: hexToBigInt(paymasterVerificationGasLimit),
      }),
      ...(paymasterPostOpGasLimit && { paymasterPostOpGasLimit: hexToBigInt(paymasterPostOpGasLimit) }),
    }
  }

  /** After three consecutive offers without an answer, no claim is offered for a minute. */
  #countSilence(error: unknown): void {
    if (!(error instanceof SponsorError)) return
    if (error.isVerdict) this.#silences = 0
    else if (++this.#silences >= mostSilences) this.#restsUntil = performance.now() + restMs
  }

  /** The key is sent to the configured host only. */
  async #ask(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
    const { apiKey } = this.#requireSettings()
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      redirect: 'error',
      signal: AbortSignal.timeout(this.#timeoutMs),
    }).catch(() => {
      // Without its cause, which contains the URL.
      throw new SponsorError(false)
    })
    if (response.status >= 400 && response.status < 500 && response.status !== 408 && response.status !== 429)
      throw new SponsorError(true)
    // Each field is checked before it is used.
    const answer = (await readAnswer(response).catch(() => undefined)) as
      | { result?: unknown; error?: { code?: number } }
      | undefined
    if (answer?.error) throw new SponsorError(verdicts.has(answer.error.code ?? 0))
    if (answer?.result === undefined || answer.result === null) throw new SponsorError(false)
    return answer.result
  }
}

/** A valid answer has a few kilobytes. */
const maxAnswerBytes = 256 * 1024

/** @throws When it is longer, or no JSON. */
async function readAnswer({ body }: Response): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    // Leaving the loop ends the connection.
    if (size > maxAnswerBytes) throw new RangeError('The answer is too long.')
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks).toString())
}

/** A signed user operation. */
export type SponsoredCall = { hash: Hash; userOperation: UserOperation<'0.7'> }

/** The sponsor did not execute a request. */
class SponsorError extends Error {
  override name = 'SponsorError' as const
  /** It has refused; otherwise it may have executed it. */
  readonly isVerdict: boolean

  constructor(isVerdict: boolean) {
    super(isVerdict ? 'The sponsor has refused.' : 'The sponsor did not answer.')
    this.isVerdict = isVerdict
  }
}

const mostSilences = 3
const restMs = 60_000

/** The nonce key of a transfer: one live user operation for each, and transfers are independent of each other. */
export function nonceKeyOf({ id, deployment }: ServedChain, transferId: bigint): Hex {
  const parts = [{ type: 'uint256' }, { type: 'address' }, { type: 'uint256' }] as const
  return keccak256(encodeAbiParameters(parts, [BigInt(id), deployment.transferContract, transferId]))
}

/** The sample factory of ERC-4337 v0.7, at the same address on every chain. */
const accountFactory: Address = '0x91E60e0613810449d098b0b5Ec8b51A0FE8c8985'
const accountSalt = 0n
/** 65 bytes with a low s: other values make the estimate fail. */
const stubSignature: Hex = `0x${'ff'.repeat(15)}${'f0'}${'00'.repeat(16)}${'7a'.repeat(32)}1c`
/** Refusals of ERC-4337 (validation, paymaster, expiry, reputation, stake, aggregator, signature), and of JSON-RPC. */
const verdicts: ReadonlySet<number> = new Set([
  -32500, -32501, -32502, -32503, -32504, -32505, -32506, -32507, -32521, -32600, -32601, -32602,
])
const userOperationEvent: Hash = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'

/** The EntryPoint's keys have 192 bits. */
const truncate = (nonceKey: Hex): bigint => hexToBigInt(nonceKey) >> 64n

const abi = parseAbi([
  'function getNonce(address sender, uint192 key) view returns (uint256)',
  'function execute(address to, uint256 value, bytes data)',
  'function createAccount(address owner, uint256 salt) returns (address)',
  'function getAddress(address owner, uint256 salt) view returns (address)',
])

function toRpc(operation: UserOperation<'0.7'>): Record<string, unknown> {
  const entries = Object.entries(operation).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    entries.map(([key, value]) => [key, typeof value === 'bigint' ? numberToHex(value) : value]),
  )
}
