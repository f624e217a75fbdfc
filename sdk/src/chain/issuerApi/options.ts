/** How the issuer's service is asked. */
export type IssuerRequestOptions = {
  /** Base URL of the service.
   * @default the issuer's own, for all testnets */
  apiUrl?: string | undefined
  /** @default the platform's `fetch`, at the time of the call */
  fetchImpl?: typeof fetch | undefined
  /** Limit of one request, from the moment it is sent.
   * @default 10000 */
  requestTimeoutMs?: number | undefined
  /** Stops the asking, and nothing that is already under way. */
  signal?: AbortSignal | undefined
}

/** How something is waited for at the issuer's service. */
export type IssuerWaitOptions = IssuerRequestOptions & {
  /** How long to wait altogether; what has not come by then is still on its way. */
  timeoutMs?: number | undefined
  /** Pause between two looks. */
  pollMs?: number | undefined
  /** Milliseconds, for ages.
   * @default performance.now */
  now?: (() => number) | undefined
}
