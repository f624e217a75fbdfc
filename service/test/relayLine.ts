import type { Devnet } from '@holdfast/devnet'
import type { Locked } from '@holdfast/testkit/lock'
import { type Hex, hexToBigInt } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import type { AdmissionPart } from '../src/admission/Admission.js'
import type { ServedChain } from '../src/chains/ServedChain.js'
import type { Config } from '../src/config/Config.js'
import type { SignedBy } from '../src/keys/SignedBy.js'
import type { OperationKind } from '../src/store/Database.js'
import type { RelayOrders } from './relayChild.js'
import { claimPart, seedPart, someAnnouncement, someBox, someone } from './relayStage.js'

/** USDC base units of the requested seeds. */
export const SEED = 50_000n

/** A relayer and a store of its own, which one process after the other works with. */
export async function openRelayLine(options: openRelayLine.Options): Promise<RelayLine> {
  const { devnet, chain, run, transfers, store, sponsor } = options
  const privateKey = generatePrivateKey()
  const address = privateKeyToAddress(privateKey)
  await devnet.primary.fund(address, 100_000_000n)
  const balance = async () =>
    hexToBigInt(await chain.client.request({ method: 'eth_getBalance', params: [address, 'latest'] }))
  const funds = await balance()
  const asked: Asked[] = []

  /** An announcement names the box that was requested before it. */
  function make(kind: OperationKind): { part: AdmissionPart; subject: string } {
    if (kind === 'claim') {
      const locked = transfers.pop()
      if (!locked) throw new Error('No transfer is left.')
      const { transferId, secret, to } = locked
      return { part: claimPart(chain, transferId, secret), subject: `${transferId} ${to}` }
    }
    if (kind === 'gas') {
      const to = privateKeyToAddress(generatePrivateKey())
      return { part: seedPart(chain, to, SEED), subject: to }
    }
    const last = asked.findLast((one) => one.part.operation.kind === 'create')
    if (kind === 'create' || !last) {
      const { part, box } = someBox(chain)
      return { part, subject: box }
    }
    const { part, content } = someAnnouncement(chain, last.subject as Hex, last.part.operation.key)
    return { part, subject: content.stealthAddress }
  }

  const start = (requests: RelayOrders['asked'], death: RelayOrders['death']) =>
    run({ rpcUrl: devnet.primary.rpcUrl, store, privateKey, sponsor, asked: requests, death })

  return {
    address,
    store,
    asked,
    spentWei: async () => funds - (await balance()),
    async killAt(step, kind) {
      // Requests without an answer are repeated.
      const again = asked
        .slice(-1)
        .map(({ part }) => ({ request: asText(part, someone()), admitted: 'attached' as const }))
      const signer = someone()
      const made = { ...make(kind), signer }
      asked.push(made)
      return start([...again, { request: asText(made.part, signer), admitted: 'new' }], { step, kind })
    },
    finish: () => start([], undefined),
  }
}

export declare namespace openRelayLine {
  type Options = {
    devnet: Devnet
    chain: ServedChain
    /** {@link buildRelayProcess} */
    run: (orders: RelayOrders) => Promise<string>
    /** Transfers to claim; shared with other lines. */
    transfers: Locked[]
    store: Config['store']
    sponsor?: Config['sponsor']
  }
}

export type RelayLine = {
  /** Of the relayer. */
  address: Hex
  store: Config['store']
  /** All requests, in order. */
  asked: readonly Asked[]
  /** Native wei that the relayer has spent. */
  spentWei: () => Promise<bigint>
  /** Requests one more operation of a kind and repeats the one before, in a process that dies at a step of that kind. */
  killAt: (step: string, kind: OperationKind) => Promise<string>
  /** Completes everything in a last process. */
  finish: () => Promise<string>
}

export type Asked = {
  part: AdmissionPart
  signer: SignedBy
  /** Box, stealth address, transfer and recipient, or recipient. */
  subject: string
}

const asText = (part: AdmissionPart, signer: SignedBy) => ({
  ...part,
  hold: String(part.hold),
  signer,
  network: undefined,
})
