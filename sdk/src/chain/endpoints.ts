import { arcTestnetChain } from '@holdfast/contracts'

const { endpoints } = arcTestnetChain

/** First read endpoint of the primary chain; all of them are in `RPC_URLS`. */
export const RPC_URL: string = endpoints.rpcUrls[0] ?? ''

/** First WebSocket endpoint of the primary chain. */
export const WS_URL: string = endpoints.wsUrls[0] ?? ''

/** Explorer of the primary chain, for links. */
export const EXPLORER_URL: string = endpoints.explorerUrl

/** Readable history of the primary chain: base URL of the explorer's REST API. */
export const EXPLORER_API_URL: string = endpoints.explorerApi ?? ''

/** Where test USDC comes from. */
export const FAUCET_URL: string = endpoints.faucetUrl
