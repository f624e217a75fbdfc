import { randomUUID } from 'node:crypto'
import { issuerContracts } from '@holdfast/contracts'
import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  isAddressEqual,
  keccak256,
  type Log,
  pad,
  parseAbi,
  parseEventLogs,
  recoverAddress,
} from 'viem'
import { attesterAccount } from '../../chain/accounts.js'
import { hubMinterAbi } from '../../generated/HubMinter.js'
import { hubWalletAbi } from '../../generated/HubWallet.js'
import type { IssuerContext } from '../context.js'
import type { IssuerChain } from '../IssuerChain.js'
import type { HubLedger } from './HubLedger.js'
import { burnFees, chainOf, type HubFees, type HubPrices, totalFee, usdc } from './hubFees.js'
import { Refusal } from './Refusal.js'
import {
  addressIn,
  type BurnIntent,
  encodeAttestation,
  encodeIntents,
  intentsDigest,
  type SignedIntents,
  type TransferSpec,
  transferSpecHash,
} from './transferSpec.js'

/** A spend that the Hub has accepted: signed burn intents, and what became of them. */
export type Transfer = {
  id: string
  destinationDomain: number
  signed: readonly SignedIntents[]
  intents: readonly (BurnIntent & { hash: Hex /** What the burn takes, in USDC base units. */; fee: bigint })[]
  fees: HubFees
  isForwarded: boolean
  /** Lets any account mint on the destination, until its block `expirationBlock`. */
  attestation: { payload: Hex; signature: Hex; expirationBlock: number }
  /** Unix milliseconds. */
  acceptedAt: number
  mint?: { hash: Hex /** Unix milliseconds; absent until it is mined. */; at?: number }
  failedAt?: number
  isMinting?: boolean
  isBurning?: boolean
}

export type TransferStatus = 'pending' | 'confirmed' | 'finalized' | 'failed' | 'expired'

/** Accepts signed intents, attests them, mints on request, and burns what was minted. */
export class HubTransfers {
  readonly #byId = new Map<string, Transfer>()
  readonly #byHash = new Map<string, Transfer>()
  readonly #context: IssuerContext
  readonly #ledger: HubLedger
  readonly #prices: HubPrices

  constructor(context: IssuerContext, ledger: HubLedger, prices: HubPrices) {
    this.#context = context
    this.#ledger = ledger
    this.#prices = prices
    for (const chain of context.chains.values())
      chain.watch([issuerContracts.hubMinter], (logs) => {
        if (logs.length > 0) this.#recordMints(logs)
        this.#work(chain).catch((error) => console.error('The devnet’s Hub could not send.', error))
      })
  }

  find(id: string): Transfer | undefined {
    return this.#byId.get(id)
  }

  /** The spec of an accepted intent (which transfer it is about), by its hash. */
  spec(hash: string) {
    const wanted = hash.toLowerCase()
    return this.#byHash.get(wanted)?.intents.find((intent) => intent.hash === wanted)?.spec
  }

  /** The balance that an account may spend on a chain, in USDC base units. */
  balance(source: { domain: number; depositor: Address }): bigint {
    const held = [...this.#byId.values()]
      .filter((transfer) => this.#holds(transfer))
      .flatMap(({ intents }) => intents)
      .filter(
        ({ spec }) =>
          spec.sourceDomain === source.domain && isAddressEqual(addressIn(spec.sourceDepositor), source.depositor),
      )
      .reduce((sum, { spec, fee }) => sum + spec.value + fee, 0n)
    return this.#ledger.balance(source, (hash) => this.#byHash.has(hash)) - held
  }

  /** The state that the Hub reports; like the real one it lags behind the chain. */
  status(transfer: Transfer): TransferStatus {
    const { destinationDomain, mint, failedAt, attestation } = transfer
    if (failedAt !== undefined) return 'failed'
    const seen = mint?.at === undefined ? undefined : mint.at + this.#ms(statusLagSeconds)
    if (seen !== undefined && performance.now() >= seen) {
      const final = seen + this.#ms(chainOf(destinationDomain).finalitySeconds)
      return performance.now() >= final ? 'finalized' : 'confirmed'
    }
    if (mint === undefined && this.#chain(destinationDomain).head > attestation.expirationBlock) return 'expired'
    return 'pending'
  }

  /**
   * Checks a request in the service's order and accepts it.
   *
   * @throws {@link Refusal}
   */
  async accept(signed: readonly SignedIntents[], isForwarded: boolean): Promise<Transfer> {
    const intents = signed.flatMap((item) => item.intents)
    const destinationDomain = intents[0]?.spec.destinationDomain ?? 0
    if (intents.some(({ spec }) => spec.destinationDomain !== destinationDomain))
      throw new Refusal('All burn intents in a request must have the same destination domain')
    const destination = this.#chain(destinationDomain)
    for (const intent of intents) this.#requireContracts(intent)
    for (const item of signed) await this.#requireSigner(item)
    const hashes = intents.map(({ spec }) => transferSpecHash(spec))
    if (hashes.some((hash, index) => this.#byHash.has(hash) || hashes.indexOf(hash) !== index))
      throw new Refusal('Transfer spec hash has already been used')
    for (const { maxBlockHeight, spec } of intents) {
      const least = BigInt(this.#chain(spec.sourceDomain).head) + chainOf(spec.sourceDomain).intentBlocks
      if (maxBlockHeight < least)
        throw new Refusal(
          `maxBlockHeight is too low for domain ${spec.sourceDomain}: expected at least ${least}, got ${maxBlockHeight}`,
        )
    }
    const fees = this.#prices.charge(
      intents.map(({ spec }) => spec),
      isForwarded,
    )
    const shares = this.#requireFees(intents, fees)
    this.#requireBalances(intents)

    const expirationBlock = destination.head + this.#blocks(chainOf(destinationDomain).attestationBlocks)
    const payload = encodeAttestation(
      intents.map(({ spec }) => spec),
      BigInt(expirationBlock),
    )
    const transfer: Transfer = {
      id: randomUUID(),
      destinationDomain,
      signed,
      intents: intents.map((intent, index) => ({
        ...intent,
        hash: hashes[index] ?? '0x',
        fee: shares[index] ?? 0n,
      })),
      fees,
      isForwarded,
      attestation: { payload, signature: '0x', expirationBlock },
      acceptedAt: performance.now(),
    }
    // Stored before the first wait, since the same hash may be requested twice at once.
    this.#byId.set(transfer.id, transfer)
    for (const hash of hashes) this.#byHash.set(hash, transfer)
    transfer.attestation.signature = await signed191(payload)
    return transfer
  }

  #requireContracts({ spec }: BurnIntent) {
    const [source, destination] = [this.#chain(spec.sourceDomain), this.#chain(spec.destinationDomain)]
    const wanted = [
      ['sourceContract', issuerContracts.hubWallet],
      ['destinationContract', issuerContracts.hubMinter],
      ['sourceToken', source.usdc],
      ['destinationToken', destination.usdc],
    ] as const
    for (const [name, address] of wanted)
      if (spec[name].toLowerCase() !== pad(address).toLowerCase()) throw new Refusal(`Invalid ${name}`)
    if (spec.value === 0n) throw new Refusal('Must be a valid positive integer string')
  }

  async #requireSigner(item: SignedIntents) {
    const digest = intentsDigest(item)
    const key = item.isContract
      ? undefined
      : await recoverAddress({ hash: digest, signature: item.signature }).catch(() => undefined)
    for (const { spec } of item.intents) {
      const [depositor, signer] = [addressIn(spec.sourceDepositor), addressIn(spec.sourceSigner)]
      const isMeant = item.isContract
        ? await this.#takesSignature(spec, digest, item.signature)
        : key !== undefined && isAddressEqual(key, signer)
      const isAllowed =
        isMeant &&
        (isAddressEqual(signer, depositor) ||
          (await this.#chain(spec.sourceDomain).read.readContract({
            abi: hubWalletAbi,
            address: issuerContracts.hubWallet,
            functionName: 'isAuthorizedForBalance',
            args: [addressIn(spec.sourceToken), depositor, signer],
          })))
      if (!isAllowed) throw new Refusal(`Signer is not authorized for depositor ${depositor}`)
    }
  }

  /** ERC-1271, on the source chain. */
  async #takesSignature({ sourceDomain, sourceSigner }: TransferSpec, digest: Hex, signature: Hex): Promise<boolean> {
    if (this.#context.faults.current.hub.withoutContractSigners) return false
    const call = { address: addressIn(sourceSigner), abi: erc1271Abi, functionName: 'isValidSignature' } as const
    const { read } = this.#chain(sourceDomain)
    return read.readContract({ ...call, args: [digest, signature] }).then(
      (answer) => answer === '0x1626ba7e',
      () => false,
    )
  }

  /** @returns The cost of each burn: the forwarding fee is taken from the intents in their order. */
  #requireFees(intents: readonly BurnIntent[], fees: HubFees): bigint[] {
    const own = burnFees(fees)
    const { feeRise } = this.#context.faults.current.hub
    if (fees.forwardingFee === undefined) {
      for (const [index, { maxFee }] of intents.entries())
        if (maxFee < (own[index] ?? 0n) + BigInt(feeRise))
          throw new Refusal(
            `Burn intent maxFee is too low: expected at least ${usdc((own[index] ?? 0n) + BigInt(feeRise))}, got ${usdc(maxFee)}`,
          )
      return own
    }
    const allowed = intents.reduce((sum, { maxFee }) => sum + maxFee, 0n)
    const missing = totalFee(fees) + BigInt(feeRise) - allowed
    if (missing > 0n)
      throw new Refusal(
        `Insufficient total maxFee across intents to cover forwarding fee. Required additional: ${usdc(missing)}`,
      )
    let left = fees.forwardingFee
    return intents.map(({ maxFee }, index) => {
      const fee = own[index] ?? 0n
      const room = maxFee > fee ? maxFee - fee : 0n
      const share = left < room ? left : room
      left -= share
      return fee + share
    })
  }

  /** A balance must cover the highest fee, although only the actual fee is taken. */
  #requireBalances(intents: readonly BurnIntent[]) {
    const required = new Map<string, { domain: number; depositor: Address; amount: bigint }>()
    for (const { maxFee, spec } of intents) {
      const depositor = addressIn(spec.sourceDepositor)
      const key = `${spec.sourceDomain} ${depositor}`
      const before = required.get(key)?.amount ?? 0n
      required.set(key, { domain: spec.sourceDomain, depositor, amount: before + spec.value + maxFee })
    }
    const short = [...required.values()].filter((source) => this.balance(source) < source.amount)
    if (short.length > 0)
      throw new Refusal(
        short
          .map(
            (source) =>
              `Insufficient balance for depositor ${source.depositor}: available ${usdc(this.balance(source))}, required ${usdc(source.amount)}`,
          )
          .join('. '),
      )
  }

  /** Records the mints that a block contains, those that other accounts have submitted too. */
  #recordMints(logs: Log<bigint, number, false>[]) {
    const used = parseEventLogs({ abi: hubMinterAbi, eventName: 'AttestationUsed', logs })
    for (const { args, transactionHash } of used) {
      const transfer = this.#byHash.get(args.transferSpecHash)
      if (transfer !== undefined) transfer.mint = { hash: transactionHash, at: performance.now() }
    }
  }

  /** After each block of a chain: sends the mints and burns that are due there. */
  async #work(chain: IssuerChain) {
    for (const transfer of this.#byId.values()) {
      if (transfer.destinationDomain === chain.domain) await this.#mint(transfer, chain)
      if (transfer.intents.some(({ spec }) => spec.sourceDomain === chain.domain)) await this.#burn(transfer, chain)
    }
  }

  async #mint(transfer: Transfer, chain: IssuerChain) {
    const { isForwarded, mint, failedAt, isMinting, acceptedAt, attestation } = transfer
    if (!isForwarded || failedAt !== undefined || mint?.at !== undefined) return
    if (mint !== undefined) {
      const receipt = await chain.receipt(mint.hash)
      if (receipt?.status === 'reverted') transfer.failedAt = performance.now()
      return
    }
    const { faults } = this.#context
    if (isMinting || faults.current.hub.holdMints || performance.now() < acceptedAt + this.#ms(mintSeconds)) return
    if (attestation.signature === '0x' || chain.head >= attestation.expirationBlock) return
    transfer.isMinting = true
    const data = encodeFunctionData({
      abi: hubMinterAbi,
      functionName: 'gatewayMint',
      args: [attestation.payload, attestation.signature],
    })
    try {
      const call = { to: issuerContracts.hubMinter, data }
      transfer.mint = { hash: await chain.send(faults.takeFailedMint('hub') ? { ...call, gas: tooLittleGas } : call) }
    } catch {
      // Not sent: the call reverts in the simulation.
      transfer.failedAt = performance.now()
    }
  }

  async #burn(transfer: Transfer, chain: IssuerChain) {
    const { mint, isBurning, signed, intents } = transfer
    const source = intents.find(({ spec }) => spec.sourceDomain === chain.domain)
    if (source === undefined || isBurning || mint?.at === undefined) return
    if (performance.now() < mint.at + this.#ms(burnSeconds)) return
    transfer.isBurning = true
    const data = encodeAbiParameters(
      [{ type: 'bytes[]' }, { type: 'bytes[]' }, { type: 'uint256[][]' }],
      [
        signed.map(encodeIntents),
        signed.map(({ signature }) => signature),
        signed.map((item) => item.intents.map(({ spec }) => this.#feeOf(transfer, transferSpecHash(spec)))),
      ],
    )
    await chain.send({
      to: issuerContracts.hubWallet,
      data: encodeFunctionData({
        abi: hubWalletAbi,
        functionName: 'gatewayBurn',
        args: [data, await signed191(data)],
      }),
    })
  }

  #feeOf({ intents }: Transfer, hash: Hex): bigint {
    return intents.find((intent) => intent.hash === hash)?.fee ?? 0n
  }

  /**
   * Whether the amount of a transfer is taken from the depositor's balance. That of a failed one is given back after a while,
   * that of an expired one at once.
   */
  #holds(transfer: Transfer): boolean {
    if (transfer.failedAt !== undefined) return performance.now() < transfer.failedAt + this.#ms(holdSeconds)
    return this.status(transfer) !== 'expired'
  }

  #chain(domain: number): IssuerChain {
    const chain = this.#context.chains.get(domain)
    if (chain === undefined) throw new Refusal(`Unsupported domain ${domain}`)
    return chain
  }

  /** Milliseconds of the devnet's time for seconds of the issuer's. */
  #ms(seconds: number): number {
    return seconds * 1_000 * this.#context.pace
  }

  #blocks(blocks: number): number {
    return Math.max(leastBlocks, Math.ceil(blocks * this.#context.pace))
  }
}

/** The attester's signature over the hash of the bytes, prefixed as wallets sign text (EIP-191). */
function signed191(bytes: Hex): Promise<Hex> {
  return attesterAccount().signMessage({ message: { raw: keccak256(bytes) } })
}

const erc1271Abi = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])

/** From acceptance to the forwarded mint. */
const mintSeconds = 4
const statusLagSeconds = 2
/** From the mint to the burn of the deposit behind it. */
const burnSeconds = 5
/** Time until an amount held for a failed mint may be spent again. */
const holdSeconds = 600
/** An attestation is valid for at least this many blocks, at any pace. */
const leastBlocks = 10
/** Gas of a mint that is made to fail in its block. */
const tooLittleGas = 60_000n
