import { type Hex, isHex, size } from 'viem'
import { fieldOf, wholeOf } from '../../chain/issuerApi/fields.js'
import { InvalidInputError } from '../../errors/input.js'
import type { HubQuote, SignedHubSpend } from '../types.js'
import type { BurnIntent, TransferSpec } from './burnIntent.js'
import { transferSpecHash } from './encodeIntent.js'
import { writeJson } from './writeJson.js'

/** A signature of an intent, and whether the signer's code made it (ERC-1271) or its key. */
export type IntentSignature = { signature: Hex; isContract: boolean }

/** A signed intent as the request that spends it. */
export function packSignedIntent(
  intent: BurnIntent,
  { signature, isContract }: IntentSignature,
  quotedFee: bigint,
): SignedHubSpend {
  const entry = { burnIntent: intent, signature }
  return {
    request: writeJson([isContract ? { ...entry, contractSigner: true } : entry]),
    quotedFee: `${quotedFee}`,
    transferSpecHash: transferSpecHash(intent.spec),
  }
}

/**
 * Reads back what was stored.
 *
 * @throws {@link InvalidInputError} unless packing it again gives the same bytes: a changed request would be another one,
 *   and its refusal would say nothing about the first.
 */
export function unpackSignedIntent(signed: SignedHubSpend): { intent: BurnIntent; quotedFee: bigint } {
  try {
    const [entry] = JSON.parse(signed.request)
    const written = fieldOf(entry, 'burnIntent')
    // Each field is parsed below.
    const spec = fieldOf(written, 'spec') as TransferSpec
    const intent: BurnIntent = {
      maxBlockHeight: wholeOf(fieldOf(written, 'maxBlockHeight')),
      maxFee: wholeOf(fieldOf(written, 'maxFee')),
      spec: { ...spec, value: wholeOf(fieldOf(spec, 'value')) },
    }
    const quotedFee = wholeOf(signed.quotedFee)
    const signature = fieldOf(entry, 'signature')
    const isContract = fieldOf(entry, 'contractSigner') === true
    if (!isHex(signature) || (!isContract && size(signature) !== 65)) throw new SyntaxError('Not a signature.')
    const again = packSignedIntent(intent, { signature, isContract }, quotedFee)
    if (again.request !== signed.request || again.transferSpecHash !== signed.transferSpecHash)
      throw new SyntaxError('Not what was signed.')
    return { intent, quotedFee }
  } catch {
    // The cause would repeat what was stored.
    throw new InvalidInputError('signed', 'The `signed` spend is not one that `onIntent` has handed out.')
  }
}

/** What was agreed on by signing an intent. */
export function quoteOf({ maxFee, maxBlockHeight, spec }: BurnIntent, quotedFee: bigint): HubQuote {
  return { maxFee, quotedFee, maxBlockHeight, total: spec.value + maxFee }
}
