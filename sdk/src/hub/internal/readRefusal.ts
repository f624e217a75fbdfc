import { usdcOf } from '../../chain/issuerApi/fields.js'
import { HubRefusedError } from '../../errors/hub.js'

/** What the issuer said in refusing a spend. */
export type HubRefusalAnswer = {
  error: HubRefusedError
  /** By how much the ceiling is too low, in base units, if nothing else is wrong. */
  additionalFee: bigint | undefined
  /** True if the issuer says that it already has this transfer. */
  isDuplicate: boolean
}

/**
 * Classifies a refusal by its text, which is all that the issuer returns. The texts are matched loosely; one that is not known
 * is `refused`, with the text in `details`.
 *
 * @param text - As the issuer returned it; may be empty.
 * @param maxFee - As signed, in base units.
 */
export function readRefusal(text: string, maxFee: bigint): HubRefusalAnswer {
  const answer = (error: HubRefusedError, additionalFee?: bigint, isDuplicate = false): HubRefusalAnswer => ({
    error,
    additionalFee,
    isDuplicate,
  })

  const additional = amountIn(text, /required additional: ([\d.]+)/i, 'up')
  if (additional !== undefined && /maxFee/i.test(text))
    return answer(feeRefusal(text, maxFee, maxFee + additional), additional)
  const least = /maxFee/i.test(text) ? amountIn(text, /expected at least ([\d.]+)/i, 'up') : undefined
  if (least !== undefined) return answer(feeRefusal(text, maxFee, least), least - maxFee)
  if (/insufficient total maxFee/i.test(text)) return answer(new HubRefusedError('insufficient_fee', { details: text }))
  if (/insufficient balance/i.test(text))
    return answer(
      new HubRefusedError('insufficient_balance', {
        required: amountIn(text, /required ([\d.]+)/i, 'up'),
        available: amountIn(text, /available ([\d.]+)/i, 'down'),
        details: text,
      }),
    )
  if (/maxBlockHeight/i.test(text)) return answer(new HubRefusedError('expired_intent', { details: text }))
  if (/not authorized/i.test(text)) return answer(new HubRefusedError('not_authorized', { details: text }))
  const isDuplicate = /duplicate|already|TransferSpecHashUsed|(?:hash|salt)\b.*\bused/i.test(text)
  return answer(new HubRefusedError('refused', { details: text }), undefined, isDuplicate)
}

function feeRefusal(details: string, available: bigint, required: bigint): HubRefusedError {
  return new HubRefusedError('insufficient_fee', { details, available, required })
}

function amountIn(text: string, pattern: RegExp, rounding: 'up' | 'down'): bigint | undefined {
  const found = pattern.exec(text)?.[1]?.replace(/\.$/, '')
  if (found === undefined) return undefined
  try {
    return usdcOf(found, rounding)
  } catch {
    return undefined
  }
}
