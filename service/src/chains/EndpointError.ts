import { BaseError } from 'viem'

/**
 * An endpoint returned no result. Has the name and fields of viem's error for the same failure, by which the SDK and
 * viem recognise it, but contains neither the URL, which may be a secret, nor the request.
 */
export class EndpointError extends BaseError {
  readonly isTimeout: boolean

  constructor(name: EndpointErrorName, shortMessage: string, details: string = '', fields: object = {}) {
    super(shortMessage, { name, details })
    Object.assign(this, fields)
    this.isTimeout = name === 'TimeoutError'
  }
}

/** Names of viem's errors. */
type EndpointErrorName = 'HttpRequestError' | 'ResponseBodyTooLargeError' | 'RpcRequestError' | 'TimeoutError'
