import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServiceParts } from '../../ServiceParts.js'
import { placeOf } from '../../telemetry/placeOf.js'
import { type AnswerParts, answerRequest } from './answerRequest.js'
import type { Responder } from './createResponder.js'
import { Exchange } from './Exchange.js'
import { namesOf, problemOf } from './problemOf.js'
import { reportExchange } from './reportExchange.js'

/** Answers each request and reports it once it is over. */
export function createServing(parts: ServingParts): Serving {
  const { responder } = parts
  /** Requests that have no answer yet. */
  const open = new Set<Exchange>()
  let onIdle = () => {}

  /** Runs once for every request, answered or not. */
  const settle = (exchange: Exchange) => {
    if (!open.delete(exchange)) return
    exchange.over = true
    if (!exchange.outgoing.writableFinished) exchange.abort('gone')
    reportExchange(exchange, parts)
    if (open.size === 0) onIdle()
  }

  return {
    get open() {
      return open.size
    },
    async serve(incoming, outgoing, expectsContinue) {
      const exchange = new Exchange(incoming, outgoing)
      open.add(exchange)
      outgoing.once('close', () => settle(exchange))
      try {
        responder.answer(exchange, await answerRequest(parts, exchange, expectsContinue))
      } catch (error) {
        answerFailure(exchange, error, parts)
      }
    },
    async idle() {
      if (open.size > 0) await new Promise<void>((resolve) => (onIdle = resolve))
    },
  }
}

export type ServingParts = AnswerParts &
  Pick<ServiceParts, 'log' | 'metrics'> & { responder: Pick<Responder, 'answer'> }

export type Serving = {
  serve: (incoming: IncomingMessage, outgoing: ServerResponse, expectsContinue: boolean) => Promise<void>
  /** Requests that have no answer yet. */
  readonly open: number
  /** Resolves when every request is over. */
  idle: () => Promise<void>
}

/** Answers for a handler that threw. */
function answerFailure(exchange: Exchange, error: unknown, { log, responder }: ServingParts): void {
  const problem = problemOf(error)
  const facts = { requestId: exchange.id, route: exchange.route?.path, error: namesOf(error).join(' < ') }
  if (problem === 'internal_error') log.error('request failed', { ...facts, place: placeOf(error) })
  else log.warn('upstream failed', facts)
  try {
    responder.answer(exchange, { problem })
  } catch {
    exchange.outgoing.destroy()
  }
}
