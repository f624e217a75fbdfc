import { type Address, isAddress } from 'viem'
import { createJudge, type Judge } from '../judge/createJudge.js'
import { isInspected, type RpcRequest } from '../judge/inspectRequest.js'
import { createMiddleware, type Middleware } from './createMiddleware.js'
import type { GuardOptions } from './GuardOptions.js'

/**
 * Puts the firewall in front of a wallet: a request that would pay, or sign a payment, is judged before the wallet opens.
 *
 * A refused request throws {@link GuardRpcError}, which viem, ethers and wagmi show with its text; {@link refusalOf} finds
 * the verdict in what they throw. Everything else, events included, is the wallet's own. `send` and `sendAsync` of older
 * wallets are guarded alike, and so are further providers that the wallet has as properties.
 *
 * @returns The provider to use instead. A page that still holds the wallet's own provider is not guarded.
 * @example
 * const walletClient = createWalletClient({ chain: primaryChain, transport: custom(guardProvider(ethereum)) })
 */
export function guardProvider<provider extends Eip1193Provider>(
  provider: provider,
  options: GuardOptions = {},
): provider {
  const judge = options.judge ?? createJudge(options)
  // The proxy has the members of the provider; only the methods that can pay are replaced.
  return wrapProvider(provider, { judge, guarded: new WeakMap() }) as provider
}

/** A wallet's provider (EIP-1193). */
// biome-ignore lint/suspicious/noExplicitAny: each library types its requests in another way.
export type Eip1193Provider = { request: (request: any) => Promise<any> }

type Wrapping = { judge: Judge; guarded: WeakMap<object, unknown> }

/** What is read of one provider. */
type Proxied = Wrapping & {
  target: object
  proxy: object
  middleware: Middleware
  methods: Map<string | symbol, Bound>
}

type Bound = { original: unknown; method: Method }

function wrapProvider(target: Eip1193Provider, wrapping: Wrapping): unknown {
  const connection = {
    chainId: async () => Number(await target.request({ method: 'eth_chainId' })),
    account: () => firstAccount(target),
  }
  return wrap(target, wrapping, createMiddleware(connection, wrapping))
}

function wrap(target: object, wrapping: Wrapping, middleware: Middleware): unknown {
  const known = wrapping.guarded.get(target)
  if (known) return known
  const read = (key: string | symbol) => readProperty(key, { ...wrapping, target, proxy, middleware, methods })
  const methods: Proxied['methods'] = new Map()
  // The target of the proxy is an empty object: the methods of a frozen provider could not be replaced otherwise.
  const proxy: object = new Proxy(Object.create(null), {
    get: (_, key) => read(key),
    set: (_, key, value) => Reflect.set(target, key, value),
    has: (_, key) => Reflect.has(target, key),
    deleteProperty: (_, key) => Reflect.deleteProperty(target, key),
    ownKeys: () => Reflect.ownKeys(target),
    getOwnPropertyDescriptor: (_, key) => {
      const descriptor = Reflect.getOwnPropertyDescriptor(target, key)
      return (
        descriptor && {
          value: read(key),
          enumerable: descriptor.enumerable === true,
          configurable: true,
          writable: true,
        }
      )
    },
    defineProperty: (_, key, descriptor) => Reflect.defineProperty(target, key, descriptor),
    getPrototypeOf: () => Reflect.getPrototypeOf(target),
    preventExtensions: () => false,
  })
  wrapping.guarded.set(target, proxy)
  return proxy
}

function readProperty(key: string | symbol, proxied: Proxied): unknown {
  const { target, methods } = proxied
  // The wallet's own fields, private ones included, are read as its own methods read them.
  const value: unknown = Reflect.get(target, key, target)
  if (key === 'constructor') return value
  if (typeof value !== 'function') return nested(value, proxied)
  const known = methods.get(key)
  if (known?.original === value) return known.method
  // Its parameters and result concern only the wallet and its caller.
  const bound = { original: value, method: bind(key, value as Method, proxied) }
  methods.set(key, bound)
  return bound.method
}

// biome-ignore lint/suspicious/noExplicitAny: the wallet's own methods take and give anything.
type Method = (...values: any[]) => any

/** A method of the wallet, with the wallet as `this`, however it is called. */
function bind(key: string | symbol, method: Method, { target, proxy, middleware }: Proxied): Method {
  if (key === 'request')
    return (request, ...rest) => middleware(request, (judged) => method.call(target, judged, ...rest), scopeIn(rest))
  if (key === 'send') return (...values) => send(values, middleware, (judged) => method.apply(target, judged))
  const forward = (values: unknown[]) => {
    const result = method.apply(target, values)
    // An emitter returns itself.
    return result === target ? proxy : result
  }
  const isEmitter = emitting.has(key)
  // Under whatever name: older wallets have `sendAsync`, MetaMask has `_rpcRequest`, and its engine `handle`.
  return (...values) => (!isEmitter && asks(values) ? send(values, middleware, forward) : forward(values))
}

/** WalletConnect's provider takes the chain of a request behind it, as CAIP-2 names it. */
function scopeIn(values: readonly unknown[]): string | undefined {
  return values.find((one): one is string => typeof one === 'string' && one.includes(':'))
}

/** Their first parameter is an event. */
const emitting: ReadonlySet<string | symbol> = new Set([
  'on',
  'once',
  'off',
  'emit',
  'addListener',
  'removeListener',
  'removeAllListeners',
  'prependListener',
  'prependOnceListener',
  'listenerCount',
  'listeners',
  'rawListeners',
])

/** Whether a function that gets these takes a request, or several. */
function asks([first]: readonly unknown[]): boolean {
  if (typeof first === 'string') return isInspected(first)
  const requests: readonly unknown[] = Array.isArray(first) ? first : [first]
  return requests.some((one) => typeof one === 'object' && one !== null && 'method' in one)
}

/** `send(method, params)`, or what `sendAsync` takes. */
function send(values: unknown[], unscoped: Middleware, forward: (values: unknown[]) => unknown): unknown {
  const [first, second, ...rest] = values
  const middleware: Middleware = (request, next) => unscoped(request, next, scopeIn(values.slice(1)))
  if (typeof first === 'string')
    return middleware({ method: first, params: second }, async ({ method, params }) =>
      forward([method, params, ...rest]),
    )
  if (typeof second === 'function')
    // The calling convention of older wallets.
    return answer(first, second as Done, middleware, (judged, next) => forward([judged, next, ...rest]))
  const others = values.slice(1)
  if (Array.isArray(first)) return judgeAll(first, middleware, async (judged) => forward([judged, ...others]))
  // Without a callback, older wallets answer a few methods synchronously.
  const asked = { ...(first as RpcRequest) }
  return isInspected(asked.method)
    ? middleware(asked, async (judged) => forward([judged, ...others]))
    : forward([asked, ...others])
}

type Done = (error: unknown, answer?: unknown) => void

/** One request or a batch of them, answered through a callback. */
function answer(
  payload: unknown,
  done: Done,
  middleware: Middleware,
  forward: (payload: unknown, next: Done) => void,
): void {
  const isBatch = Array.isArray(payload)
  judgeAll(
    isBatch ? payload : [payload],
    middleware,
    (judged) =>
      new Promise((resolve, reject) => {
        forward(isBatch ? judged : judged[0], (error, result) => (error ? reject(error) : resolve(result)))
      }),
  ).then(
    (result) => done(null, result),
    (error) => done(error),
  )
}

/** All are judged, in order, before the wallet receives any: a batch is forwarded whole or not at all. */
async function judgeAll(
  payload: readonly unknown[],
  middleware: Middleware,
  forward: (judged: RpcRequest[]) => Promise<unknown>,
): Promise<unknown> {
  // Unchecked so far: the middleware checks each request before it is forwarded.
  const requests = payload as RpcRequest[]
  const judged: RpcRequest[] = []
  let whole: unknown
  const next = async (index: number): Promise<void> => {
    const request = requests[index]
    if (request === undefined) whole = await forward(judged)
    else
      await middleware<unknown>(request, async (one) => {
        judged.push({ ...request, ...one })
        await next(index + 1)
        return answerTo(request, index, whole)
      })
  }
  await next(0)
  return whole
}

/** Of the answers to a batch, which may be in any order, the one that a request got. */
function answerTo(request: object, index: number, whole: unknown): unknown {
  if (!Array.isArray(whole)) return whole
  const answers: readonly unknown[] = whole
  const isOwn = (one: unknown) =>
    typeof one === 'object' && one !== null && 'id' in one && 'id' in request && one.id === request.id
  return answers.find(isOwn) ?? answers[index]
}

/**
 * Wraps further providers that are properties of this one, such as those that wallets list under `providers`, and the engine that
 * carries out its requests, which pays on the chain and by the account of this one.
 */
function nested(value: unknown, proxied: Proxied): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.some(isProvider) ? value.map((one) => nested(one, proxied)) : value
  if (value instanceof Map)
    return new Map([...value].map(([name, one]: [unknown, unknown]) => [name, nested(one, proxied)]))
  if (isProvider(value)) return wrapProvider(value, proxied)
  return isEngine(value) ? wrap(value, proxied, proxied.middleware) : value
}

/** MetaMask's is `_rpcEngine`, with `handle`; those of older libraries have `sendAsync`. */
function isEngine(value: object): boolean {
  return ['handle', 'sendAsync'].some((key) => typeof Reflect.get(value, key) === 'function')
}

function isProvider(value: unknown): value is Eip1193Provider {
  return typeof value === 'object' && value !== null && 'request' in value && typeof value.request === 'function'
}

async function firstAccount(provider: Eip1193Provider): Promise<Address | undefined> {
  const accounts: unknown = await provider.request({ method: 'eth_accounts' })
  const [first] = Array.isArray(accounts) ? accounts : []
  return typeof first === 'string' && isAddress(first, { strict: false }) ? first : undefined
}
