import { ServiceError } from './base.js'
import { textOf } from './textOf.js'

/** A parameter is unusable. Thrown before any request or signature; a retry with the same input fails. */
export class InvalidInputError extends ServiceError {
  override readonly name = 'InvalidInputError'
  /** Name of the offending parameter. */
  readonly parameter: string

  constructor(parameter: string, shortMessage: string, metaMessages?: readonly string[]) {
    super(shortMessage, { code: 'invalid_input', ...wrongInput(parameter), metaMessages })
    this.parameter = parameter
  }
}

/** An address is malformed, has a wrong checksum, or is the zero address where a party is needed. */
export class InvalidAddressError extends ServiceError {
  override readonly name = 'InvalidAddressError'
  readonly parameter: string
  readonly address: string

  constructor(parameter: string, address: string, why: string, metaMessages?: readonly string[]) {
    super(`The address of \`${parameter}\`, "${textOf(address)}", ${why}.`, {
      code: 'invalid_address',
      ...wrongInput(parameter),
      metaMessages,
    })
    this.parameter = parameter
    this.address = address
  }
}

/** An amount is not a positive number of base units, or its text is not a plain decimal with at most six decimals. */
export class InvalidAmountError extends ServiceError {
  override readonly name = 'InvalidAmountError'
  readonly amount: string

  constructor(amount: string, why: string) {
    super(`The amount "${textOf(amount)}" ${why}.`, { code: 'invalid_amount', ...wrongInput('amount') })
    this.amount = amount
  }
}

function wrongInput(parameter: string) {
  return { effect: 'none', retry: 'after_change', advice: { do: 'correct_input', parameter } } as const
}
