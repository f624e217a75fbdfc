import type { Metrics } from '../../telemetry/Telemetry.js'
import type { RouteAnswer } from '../Route.js'
import { answerHeaders } from './answerHeaders.js'
import { closeSlowly } from './closeSlowly.js'
import type { Exchange } from './Exchange.js'
import { problemAnswer } from './problemAnswer.js'

/** Sends answers, each with the headers that every answer has. */
export function createResponder(options: createResponder.Options): Responder {
  const { tarpitMs, lingerMs, checkAnswers, isEnding } = options
  let delayed = 0

  function answer(exchange: Exchange, given: RouteAnswer | undefined): void {
    if (given === undefined || exchange.over || exchange.outgoing.headersSent) return
    if ('problem' in given) {
      const { status, headers, text } = problemAnswer(options, exchange, given)
      if (exchange.isFlooding && tarpitMs > 0 && delayed < maxDelayed) sendLater(exchange, status, headers, text)
      else send(exchange, status, headers, text)
      return
    }
    if ('bytes' in given) {
      const bytes = given.status === 304 ? undefined : given.bytes
      send(exchange, given.status, Object.entries(given.headers), bytes)
      return
    }
    const { status, body, headers, rateLimits } = given
    if (checkAnswers) exchange.route?.responses[status]?.parse(body)
    const text = JSON.stringify(body)
    if (rateLimits !== undefined) exchange.rateLimits = [...exchange.rateLimits, ...rateLimits]
    send(exchange, status, [['Content-Type', 'application/json'], ...Object.entries(headers ?? {})], text)
  }

  function sendLater(exchange: Exchange, ...rest: Tail<Parameters<Responder['send']>>): void {
    delayed++
    const timer = setTimeout(() => send(exchange, ...rest), tarpitMs)
    exchange.outgoing.once('close', () => {
      clearTimeout(timer)
      delayed--
    })
  }

  const send: Responder['send'] = (exchange, status, given, body) => {
    const { incoming, outgoing } = exchange
    if (outgoing.destroyed || outgoing.headersSent) return
    const headers = answerHeaders(exchange, given, body)
    if (exchange.closing || isEnding()) {
      headers.push('Connection', 'close')
      closeSlowly(incoming, outgoing, lingerMs)
    }
    exchange.status = status
    outgoing.writeHead(status, headers)
    outgoing.end(body)
  }

  return {
    answer,
    send,
    get delayed() {
      return delayed
    },
  }
}

/** Sends answers to requests. */
export type Responder = {
  /** Sends what a handler or a check returned. Does nothing without a result, or when an answer was sent already. */
  answer: (exchange: Exchange, given: RouteAnswer | undefined) => void
  send: (
    exchange: Exchange,
    status: number,
    headers: readonly (readonly [string, string])[],
    body: string | Uint8Array | undefined,
  ) => void
  /** Refusals that are being held back. */
  readonly delayed: number
}

export declare namespace createResponder {
  type Options = {
    bodyBytes: number
    docsBase: string | undefined
    /** Delay of refusals to a flooding network. */
    tarpitMs: number
    lingerMs: number | undefined
    checkAnswers: boolean
    metrics: Metrics
    /** Unix milliseconds. */
    now: () => number
    /** Whether connections close after their next answer. */
    isEnding: () => boolean
  }
}

type Tail<list extends readonly unknown[]> = list extends readonly [unknown, ...infer rest] ? rest : never

/** Limit of refusals that are held back at once: each keeps a connection open. */
const maxDelayed = 64
