import { ServiceError } from './base.js'

/** What is wrong with a field of a message. */
export type WireProblem =
  | 'required'
  | 'unknown_key'
  | 'not_an_object'
  | 'not_a_list'
  | 'not_text'
  | 'not_an_address'
  | 'not_decimal'
  | 'not_an_integer'
  | 'not_hex'
  | 'not_one_of'
  | 'out_of_range'

/**
 * A message between client and service is malformed. The only error a decoder throws, whatever it is given; the message
 * never repeats a value. A retry with the same message fails.
 */
export class WireFormatError extends ServiceError {
  override readonly name = 'WireFormatError'
  /** JSON Pointer of the offending field; empty for the whole message. */
  readonly pointer: string
  readonly problem: WireProblem

  constructor(pointer: string, problem: WireProblem) {
    super(`${pointer === '' ? 'The message' : `The field ${pointer}`} ${sentences[problem]}.`, {
      code: 'wire_format',
      effect: 'none',
      retry: 'after_change',
      advice: { do: 'correct_input', parameter: pointer },
    })
    this.pointer = pointer
    this.problem = problem
  }
}

const sentences: Readonly<Record<WireProblem, string>> = {
  required: 'is missing',
  unknown_key: 'is not a known key',
  not_an_object: 'is not an object',
  not_a_list: 'is not a list',
  not_text: 'is not a string of the expected form',
  not_an_address: 'is not an address with a valid checksum, or is zero',
  not_decimal: 'is not a whole number as a decimal string',
  not_an_integer: 'is not a whole number',
  not_hex: 'is not lower-case hex of the expected length',
  not_one_of: 'is not one of the known values',
  out_of_range: 'is out of range',
}
