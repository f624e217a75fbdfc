import { parseParty } from '../../chain/address.js'
import type { RiskReport } from '../../errors/risk.js'
import { checkPayment } from '../checkPayment.js'
import type { Payment } from '../Payment.js'
import type { PaymentGuardOptions } from '../PaymentGuardOptions.js'
import { passReport } from './passReport.js'

/** Lets a payment to another party pass, or throws. */
export function passPayment(payment: Payment, options: PaymentGuardOptions): Promise<RiskReport> {
  const { chains, amount, token } = payment
  const [payer, payee] = [parseParty('payer', payment.payer), parseParty('payee', payment.payee)]
  const [source, destination] = [...new Set(chains.map(({ chainId }) => chainId))]
  const subject = { sender: payer, target: payee, amount, token, chainId: source, destinationChainId: destination }
  return passReport(subject, () => checkPayment({ payer, payee, amount, token, chains }, options.checkOptions), options)
}
