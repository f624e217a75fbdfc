import { type OpenLink, readPaymentLink } from '@holdfast/sdk/links'
import { usageFailure } from '../../failure/CommandFailure.js'
import { readTextFile } from '../../input/files.js'

/** A payment link that its sender has kept in a file. */
export type KeptLink = OpenLink & {
  /** Of the file, from 1. */
  line: number
}

/**
 * Reads the payment links of a file, one a line; empty lines and claim links, which hold no secret, are left out. A link of which
 * only the secret was known yet, `/pay/<chain>/<id>/…` with those letters, counts as well: the secret finds the transfer.
 *
 * @throws CommandFailure `file_unreadable`, `link_malformed`, which names the line and repeats nothing of it.
 */
export function readKeptLinks(file: string, pathOf: (file: string) => string): KeptLink[] {
  return readTextFile(file, pathOf, 1_000_000)
    .split('\n')
    .flatMap((text, index) => {
      if (text.trim() === '') return []
      const link = readLine(text, `Line ${index + 1} of ${file} is not a link.`)
      return link.kind === 'payment' ? { ...link, line: index + 1 } : []
    })
}

function readLine(text: string, problem: string) {
  try {
    return readPaymentLink(text.replace('/<id>/', '/1/'))
  } catch {
    throw usageFailure('link_malformed', problem, ['One link a line, as `link create` shows it.'])
  }
}
