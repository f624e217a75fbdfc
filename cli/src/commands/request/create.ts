import { formatUsdc } from '@holdfast/sdk/chain'
import {
  hashPaymentRequest,
  paymentRequestFile,
  paymentRequestLink,
  paymentRequestUri,
  signPaymentRequest,
} from '@holdfast/sdk/requests'
import { addressWords } from '@holdfast/sdk/words'
import { size } from 'viem'
import { defineCommand } from '../../command/Command.js'
import { usageFailure } from '../../failure/CommandFailure.js'
import { writeNewFile } from '../../input/files.js'
import { readAmount } from '../../input/readAmount.js'
import { readSpan } from '../../input/readTime.js'
import { originOption } from '../link/originOption.js'

export const command = defineCommand({
  summary: 'sign a request to be paid, so that the payer need not copy your address',
  details:
    'The request names the wallet as payee and moves no money. It is public, and it can be paid until it expires. A QR code of the request holds the same URI. A contract wallet needs --file: its signature is too long for a link.',
  wallet: 'proves',
  positionals: [{ name: 'amount', describes: 'USDC; left out, the payer chooses', isRequired: false }],
  options: [
    { flags: '--reference <text>', describes: 'your own text for the payer, at most 64 characters of ASCII' },
    { flags: '--expires-in <span>', describes: 'how long it can be paid, at most 90d', default: '7d' },
    { ...originOption, describes: 'web application of a link to the request, as https://pay.example' },
    { flags: '--file <file>', describes: 'new file to write the request to' },
  ],
  examples: [
    ['request create 25 --account 0', 'signs it and prints the URI'],
    ['request create 25 --reference INV-7 --origin https://pay.example --account 0', 'a link as well'],
  ],
  result: {
    uri: 'the request as a URI; null where the signature is too long for one',
    link: 'the same as a link; null without --origin',
    file: 'file of the request; null without --file',
    requestHash: 'hash that identifies the request',
    payee: 'the wallet',
    words: 'its four words, to read aloud',
    amount: 'base units; 0: the payer chooses',
    reference: 'your text',
    expires: 'ISO 8601',
    chainId: 'number',
  },
  async run(context, { positionals: [typed], options }) {
    const amount = typed === undefined ? 0n : readAmount('amount', typed)
    const lifeSeconds = readSpan('--expires-in', options.expiresIn)
    const reference = options.reference ?? ''
    const clients = await context.openWallet()
    const request = await signPaymentRequest(clients, { amount, reference, lifeSeconds }, { signal: context.signal })
    const isShort = size(request.signature) === 65
    const { file, origin } = options
    if (!isShort && file === undefined)
      throw usageFailure('missing_file', 'The wallet signs as a contract, so the request is too long for a link.', [
        'Name a new file for it: --file <file>',
      ])
    if (file !== undefined) writeNewFile(file, context.pathOf, `${paymentRequestFile(request)}\n`)
    const { payee, expires, chainId } = request
    const words = addressWords(payee)
    const uri = isShort ? paymentRequestUri(request) : null
    const link = isShort && origin !== undefined ? paymentRequestLink(request, origin) : null
    return {
      result: {
        uri,
        link,
        file: file ?? null,
        requestHash: hashPaymentRequest(request),
        payee,
        words,
        amount,
        reference,
        expires,
        chainId,
      },
      text: [
        `A request to pay ${amount === 0n ? 'an amount of the payer’s choice' : `${formatUsdc(amount)} USDC`} to ${payee}, until ${expires.toISOString()}.`,
        `  your words  ${words.join(' ')}`,
        ...[uri, link].flatMap((one) => (one === null ? [] : ['', one])),
      ].join('\n'),
    }
  },
})
