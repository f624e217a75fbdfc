import { type Address, createClient, createWalletClient, type Hex, http, isHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { getBalance, sendTransaction, signTypedData } from 'viem/actions'
import { type Config, type CreateConnectorFn, createConnector } from 'wagmi'
import { connect } from 'wagmi/actions'

/** Where the key of the burner wallet is, until the tab is closed. */
const keptAt = 'holdfast:burner'

const id = 'holdfast.burner'

/**
 * A wallet without a wallet, for a devnet on this machine: its key is in the tab's memory, it asks nothing and is worth nothing.
 *
 * @param devnet - Base URL, on this machine.
 */
export function burner(devnet: string): CreateConnectorFn {
  return createConnector(({ chains, emitter }) => {
    const [chain] = chains
    const account = () => privateKeyToAccount(readKey())
    const provider = { request: (request: { method: string; params?: unknown }) => answer(request) }

    async function answer({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
      const wallet = createWalletClient({ account: account(), chain, transport: http(`${devnet}/primary/rpc`) })
      const [first, second] = Array.isArray(params) ? params : []
      switch (method) {
        case 'eth_accounts':
        case 'eth_requestAccounts':
          return [wallet.account.address]
        case 'eth_chainId':
          return `0x${chain.id.toString(16)}`
        case 'personal_sign':
          return wallet.account.signMessage({ message: isHex(first) ? { raw: first } : String(first) })
        case 'eth_signTypedData_v4':
          return signTypedData(wallet, { ...JSON.parse(String(second)), account: wallet.account })
        case 'eth_sendTransaction':
          return sendTransaction(wallet, fieldsOf(first))
        default:
          if (method.startsWith('wallet_'))
            throw Object.assign(new Error(`${method} is not supported.`), { code: 4200 })
          // A method that any node answers, whatever its type.
          return wallet.request({ method, params } as never)
      }
    }

    return {
      id,
      name: 'Burner wallet',
      type: 'burner',
      async connect() {
        await fundEmpty(devnet, account().address)
        // The type depends on an option that this wallet does not have.
        return { accounts: [account().address], chainId: chain.id } as never
      },
      async disconnect() {
        sessionStorage.removeItem(keptAt)
      },
      getAccounts: async (): Promise<readonly Address[]> => [account().address],
      getChainId: async () => chain.id,
      getProvider: async () => provider,
      isAuthorized: async () => sessionStorage.getItem(keptAt) !== null,
      onAccountsChanged() {},
      onChainChanged() {},
      onDisconnect: () => emitter.emit('disconnect'),
    }
  })
}

/** Connects the burner wallet again after a reload, if the tab still has its key and used it last. */
export async function reconnectBurner(network: Config, devnet: string): Promise<void> {
  if (sessionStorage.getItem(keptAt) === null) return
  if ((await network.storage?.getItem('recentConnectorId')) !== id) return
  await connect(network, { connector: burner(devnet) })
}

/**
 * 500 USDC of the devnet, for a wallet that has nothing there: it is new, or the devnet is. A tab keeps a key longer than a devnet that is
 * started again keeps its balances.
 *
 * @param devnet - Base URL, on this machine.
 */
export async function fundEmpty(devnet: string, address: Address): Promise<void> {
  // The coin of its network fees is USDC.
  if ((await getBalance(createClient({ transport: http(`${devnet}/primary/rpc`) }), { address })) > 0n) return
  await fund(devnet, address, 500_000_000n)
}

/** USDC from the faucet of a devnet. */
export async function fund(devnet: string, address: Address, amount: bigint): Promise<void> {
  const body = JSON.stringify({ address, amount: `${amount}` })
  const answer = await fetch(`${devnet}/primary/faucet`, { method: 'POST', body })
  if (!answer.ok) throw new Error('The faucet of the devnet gave nothing.')
}

function readKey(): Hex {
  const kept = sessionStorage.getItem(keptAt)
  const key = isHex(kept) ? kept : generatePrivateKey()
  sessionStorage.setItem(keptAt, key)
  return key
}

/** A transaction of JSON-RPC as the action takes it. */
function fieldsOf(given: Record<string, Hex | undefined>) {
  const { to, data, value, gas, maxFeePerGas, maxPriorityFeePerGas, nonce } = given
  const number = (text: Hex | undefined) => (text === undefined ? undefined : BigInt(text))
  return {
    to,
    data,
    value: number(value),
    gas: number(gas),
    maxFeePerGas: number(maxFeePerGas),
    maxPriorityFeePerGas: number(maxPriorityFeePerGas),
    ...(nonce !== undefined && { nonce: Number(nonce) }),
  }
}
