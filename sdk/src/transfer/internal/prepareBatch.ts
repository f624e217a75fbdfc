import type { ClientPair } from '../../chain/clients.js'
import type { RiskReport } from '../../errors/risk.js'
import { BatchItemFailedError } from '../../errors/transfer.js'
import type { RiskAcknowledgement } from '../../risk/acknowledgementCovers.js'
import { CachingDataProvider } from '../../risk/CachingDataProvider.js'
import { ExplorerDataProvider } from '../../risk/ExplorerDataProvider.js'
import type { IDataProvider } from '../../risk/history/IDataProvider.js'
import { assertBatchSize } from './batch.js'
import {
  guardPayee,
  type Payee,
  type Payment,
  type PreparedSends,
  prepareSends,
  type SendFields,
  type SendProtectedOptions,
  type SendScope,
} from './prepareSend.js'

/** How a batch is guarded and followed. The firewall judges each payee, by the sum that it gets. */
export type SendBatchOptions = Omit<SendProtectedOptions, 'report' | 'acknowledgement'> & {
  /** Verdicts that are on screen, one a payee. */
  reports?: readonly RiskReport[] | undefined
  /** A person's decisions, one a payee; each must name the sum that the payee gets, or more. */
  acknowledgements?: readonly RiskAcknowledgement[] | undefined
}

/** Everything that must hold before a batch asks for a signature. An error names its item. */
export async function prepareBatch(
  clients: ClientPair,
  items: readonly SendFields[],
  options: SendBatchOptions,
  scope: SendScope = {},
): Promise<PreparedSends> {
  assertBatchSize('items', items)
  const fail = (index: number, error: Error) => new BatchItemFailedError(index, error)
  return prepareSends(
    clients,
    items,
    {
      ...scope,
      fail,
      guard: ({ payees, ...payment }) => guardAll(payment, payees, options),
    },
    options,
  )
}

async function guardAll(payment: Payment, payees: readonly Payee[], options: SendBatchOptions): Promise<void> {
  if (options.skipRiskCheck === true) return
  const provider = options.checkOptions?.provider ?? sharedProvider(payment)
  const judge = async (payee: Payee): Promise<void> => {
    const { to, index } = payee
    const given = {
      report: options.reports?.find(({ target }) => isSame(target, to)),
      acknowledgement: options.acknowledgements?.find(({ report }) => isSame(report.target, to)),
    }
    // Of two payees that look alike one may be an imitation, though the payer has paid neither.
    const contacts = [
      ...(options.checkOptions?.contacts ?? []),
      ...payees.map((one) => one.to).filter((one) => one !== to),
    ]
    const checkOptions = { ...options.checkOptions, contacts, ...(provider && { provider }) }
    try {
      await guardPayee(payment, payee, { ...options, checkOptions }, given)
    } catch (error) {
      payment.signal?.throwIfAborted()
      // The firewall throws errors of this library.
      throw new BatchItemFailedError(index, error as Error)
    }
  }
  // The first reading of the payer's history is kept for the others.
  const [first, ...others] = payees
  if (first) await judge(first)
  for (let start = 0; start < others.length; start += payeesAtOnce)
    await Promise.all(others.slice(start, start + payeesAtOnce).map(judge))
}

/** `undefined` where no explorer is known: each check then says so. */
function sharedProvider({ client }: Payment): IDataProvider | undefined {
  const chainId = client.chain?.id
  if (chainId === undefined) return undefined
  try {
    return new CachingDataProvider(new ExplorerDataProvider({ chainId, client }))
  } catch {
    return undefined
  }
}

const payeesAtOnce = 4

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
