import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  getAddress,
  type Hex,
  hexToString,
  isHex,
  parseAbi,
} from 'viem'
import type { AnvilClient } from '../../anvil/client.js'

/** How the explorer refers to an address. */
export type AddressReference = Record<string, unknown> & { hash: Address; is_contract: boolean }

/** Looks up what a page needs about the addresses and tokens on it, in few round trips. */
export class References {
  readonly #anvil: AnvilClient
  readonly #tokens = new Map<string, { name: string | null; symbol: string | null; decimals: string | null }>()

  constructor(anvil: AnvilClient) {
    this.#anvil = anvil
  }

  /** References for addresses; ask the result with any letter case. */
  async addresses(wanted: Iterable<Address | null>): Promise<(address: Address | null) => AddressReference | null> {
    const unique = [...new Set([...wanted].flatMap((address) => (address === null ? [] : [getAddress(address)])))]
    const codes = await this.#anvil.batch<Hex>(unique.map((address) => ['eth_getCode', [address, 'latest']]))
    const known = new Map(unique.map((address, index) => [address, reference(address, codes[index] ?? '0x')]))
    return (address) => (address === null ? null : (known.get(getAddress(address)) ?? reference(address, '0x')))
  }

  /** Token objects; ask the result with a checksummed address. */
  async tokens(wanted: Iterable<Address>, types: ReadonlyMap<Address, string>) {
    const unique = [...new Set(wanted)]
    await Promise.all(unique.map((address) => this.#readToken(address)))
    const supplies = await Promise.all(unique.map((address) => this.#call(address, 'totalSupply')))
    const known = new Map(
      unique.map((address, index) => {
        const { name, symbol, decimals } = this.#tokens.get(address) ?? { name: null, symbol: null, decimals: null }
        const supply = supplies[index]
        return [
          address,
          {
            address_hash: address,
            symbol,
            name,
            decimals,
            type: types.get(address) ?? 'ERC-20',
            total_supply: supply === undefined ? null : String(supply),
            holders_count: null,
            icon_url: null,
            exchange_rate: null,
            volume_24h: null,
            circulating_market_cap: null,
            circulating_supply: null,
            reputation: 'ok',
          },
        ] as const
      }),
    )
    return (address: Address) => known.get(address) ?? null
  }

  async #readToken(address: Address) {
    if (this.#tokens.has(address)) return
    const [name, symbol, decimals] = await Promise.all(
      (['name', 'symbol', 'decimals'] as const).map((field) => this.#call(address, field)),
    )
    this.#tokens.set(address, {
      name: name === undefined ? null : String(name),
      symbol: symbol === undefined ? null : String(symbol),
      decimals: decimals === undefined ? null : String(decimals),
    })
  }

  async #call(to: Address, functionName: 'name' | 'symbol' | 'decimals' | 'totalSupply'): Promise<unknown> {
    const data = encodeFunctionData({ abi: tokenAbi, functionName })
    try {
      const result = await this.#anvil.request<Hex>('eth_call', [{ to, data }, 'latest'])
      // Old tokens return their names as 32 bytes.
      if (isHex(result) && result.length === 66 && (functionName === 'name' || functionName === 'symbol'))
        return hexToString(result, { size: 32 })
      return decodeFunctionResult({ abi: tokenAbi, functionName, data: result })
    } catch {
      return undefined
    }
  }
}

const tokenAbi = parseAbi([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function totalSupply() view returns (uint256)',
])

/** A delegated account counts as a contract here; its proxy type distinguishes it. */
function reference(address: Address, code: Hex): AddressReference {
  const delegate = code.startsWith('0xef0100') ? getAddress(`0x${code.slice(8)}`) : undefined
  return {
    hash: getAddress(address),
    is_contract: code !== '0x',
    is_verified: false,
    is_scam: false,
    reputation: 'ok',
    name: null,
    ens_domain_name: null,
    proxy_type: delegate === undefined ? null : 'eip7702',
    implementations: delegate === undefined ? [] : [{ address_hash: delegate, name: null }],
    metadata: null,
    private_tags: [],
    public_tags: [],
    watchlist_names: [],
  }
}
