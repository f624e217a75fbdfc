import type { Address } from 'viem'
import type { BridgeProgress, BridgeStep } from '../../bridge/types.js'
import type { BridgeChainName } from '../../chain/bridgeChains.js'
import type { ClientPair, ReadClient } from '../../chain/clients.js'
import type { IssuerWaitOptions } from '../../chain/issuerApi/options.js'
import type { ChainDeployment, WriteChain } from '../../chain/registry.js'
import type { WriteOptions } from '../../chain/transaction/execute.js'
import type { RiskReport } from '../../errors/risk.js'
import type { HubStep, SignedHubSpend } from '../../hub/types.js'
import type { RiskAcknowledgement } from '../../risk/acknowledgementCovers.js'
import type { PaymentGuardOptions } from '../../risk/PaymentGuardOptions.js'
import type { IntegratorConfig } from '../../transfer/config.js'
import type { RegisteredConfig } from '../../transfer/getConfig.js'
import type { PlanOperation, PlanOperations } from '../operations.js'
import type { Plan, PlanEffect, PlanStep } from '../types.js'
import type { Script } from './rehearse.js'

/** How one operation is planned and carried out. */
export type Definition<operation extends PlanOperation> =
  | (Part<operation> & Registered<operation>)
  | BridgeDefinition<operation>

/** The same for an operation that begins on a chain which the Bridge or the Hub knows. */
export type BridgeDefinition<operation extends PlanOperation> = Part<operation> & Bridged<operation>

type Part<operation extends PlanOperation> = Script & {
  /** Calls the function that the operation is named after. */
  run: (
    clients: ClientPair,
    params: PlanOperations[operation]['params'],
    options: RunOptions,
    handOver: PlanOperations[operation]['handOver'],
  ) => Promise<PlanOperations[operation]['result']>
  /** Stands for what is handed over while the operation is only rehearsed. */
  blank: PlanOperations[operation]['handOver']
  /** Parameters under which it costs no more than a plan says. */
  within?: (params: PlanOperations[operation]['params'], plan: Pick<Plan, 'fee'>) => PlanOperations[operation]['params']
}

/** What is shown of it, beside its steps. @throws Where the operation would be refused. */
type Describe<operation extends PlanOperation, context> = (
  context: context,
  params: PlanOperations[operation]['params'],
) => Promise<Facts>

/** It begins on the chain of the clients, which must be in the registry. */
type Registered<operation extends PlanOperation> = {
  chainOf?: undefined
  describe: Describe<operation, PlanContext>
}

type Bridged<operation extends PlanOperation> = {
  chainOf: (params: PlanOperations[operation]['params']) => BridgeChainName
  /** Whether the clients may be on any chain, since it only signs. */
  isAnywhere?: boolean
  describe: Describe<operation, BridgeContext>
}

/** Where an operation on a chain of the Bridge is planned. */
export type BridgeContext = {
  clients: ClientPair
  /** The connected account. */
  account: Address
  chain: PlannedChain
  /** What the rehearsal has found to be signed. */
  steps: Promise<readonly PlanStep[]>
  issuer: IssuerFlowOptions
}

/** Where an operation on a chain of the registry is planned. */
export type PlanContext = BridgeContext & {
  deployment: ChainDeployment
  /** The transfer contract. */
  contract: Address
}

/** What a plan needs to know of its chain. */
export type PlannedChain = WriteChain &
  Pick<ChainDeployment, 'usdc' | 'gasIsUsdc'> & {
    nativeCurrency: { symbol: string; decimals: number }
    /** Most gas of the Bridge's transactions, where the chain has figures of its own. */
    gas?: { approve: bigint; burn: bigint; floors?: { mint: bigint } | undefined } | undefined
  }

/** How the issuer's services are asked, and how a transfer through them is followed. */
export type IssuerFlowOptions = Omit<IssuerWaitOptions, 'signal'> & {
  /** Reads the chain where the money arrives. */
  destinationClient?: ReadClient | undefined
  /** Reads the chain whose balance pays, to check the signature of a contract. */
  sourceClient?: ReadClient | undefined
  /** Called when a step on the Bridge begins. */
  onBridgeStep?: ((step: BridgeStep) => void) | undefined
  /** Called when a step on the Hub begins. */
  onHubStep?: ((step: HubStep) => void) | undefined
  /** As in `bridgeFromWallet`: keep it for `resumeBridge`. */
  onProgress?: ((progress: BridgeProgress) => unknown) | undefined
  /** As in `spendFromHub`: keep it until `onTransferId`, for `resumeHubSpend`. */
  onIntent?: ((signed: SignedHubSpend) => unknown) | undefined
  /** As in `spendFromHub`: it alone recovers the spend. */
  onTransferId?: ((transferId: string) => unknown) | undefined
}

/** What an operation is run with. */
export type RunOptions = WriteOptions &
  PaymentGuardOptions & {
    reports?: readonly RiskReport[] | undefined
    acknowledgements?: readonly RiskAcknowledgement[] | undefined
    allowVerifier?: Address | undefined
    config?: IntegratorConfig | undefined
    issuer?: IssuerFlowOptions | undefined
  }

/** What a plan shows, beside its steps. */
export type Facts = {
  payer: Address
  recipient: Address | null
  amount: bigint
  fee: bigint
  terms: RegisteredConfig | null
  effects: readonly PlanEffect[]
  /** Whether the recipient is on another chain than the one that is read. @default false */
  isElsewhere?: boolean
}
