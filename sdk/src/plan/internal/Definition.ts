import type { Address } from 'viem'
import type { ClientPair } from '../../chain/clients.js'
import type { ChainDeployment } from '../../chain/registry.js'
import type { WriteOptions } from '../../chain/transaction/execute.js'
import type { RiskReport } from '../../errors/risk.js'
import type { RiskAcknowledgement } from '../../risk/acknowledgementCovers.js'
import type { PaymentGuardOptions } from '../../risk/PaymentGuardOptions.js'
import type { IntegratorConfig } from '../../transfer/config.js'
import type { RegisteredConfig } from '../../transfer/getConfig.js'
import type { PlanOperation, PlanOperations } from '../operations.js'
import type { PlanEffect } from '../types.js'
import type { Script } from './rehearse.js'

/** How one operation is planned and carried out. */
export type Definition<operation extends PlanOperation> = Script & {
  /** Calls the function that the operation is named after. */
  run: (
    clients: ClientPair,
    params: PlanOperations[operation]['params'],
    options: RunOptions,
    handOver: PlanOperations[operation]['handOver'],
  ) => Promise<PlanOperations[operation]['result']>
  /** What is shown of it, beside its steps. @throws Where the operation would be refused. */
  describe: (scene: Scene, params: PlanOperations[operation]['params']) => Promise<Facts>
  /** Stands for what is handed over while the operation is only rehearsed. */
  blank: PlanOperations[operation]['handOver']
}

/** Where an operation is planned. */
export type Scene = {
  clients: ClientPair
  /** The connected account. */
  account: Address
  deployment: ChainDeployment
  /** The transfer contract. */
  contract: Address
}

/** What an operation is run with. */
export type RunOptions = WriteOptions &
  PaymentGuardOptions & {
    reports?: readonly RiskReport[] | undefined
    acknowledgements?: readonly RiskAcknowledgement[] | undefined
    allowVerifier?: Address | undefined
    config?: IntegratorConfig | undefined
  }

/** What a plan shows, beside its steps. */
export type Facts = {
  payer: Address
  recipient: Address | null
  amount: bigint
  fee: bigint
  terms: RegisteredConfig | null
  effects: readonly PlanEffect[]
}
