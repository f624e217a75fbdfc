import type { Address, Hex } from 'viem'

/**
 * How a movement is made.
 *
 * | value | what |
 * | --- | --- |
 * | `native` | the chain's coin: value of a call. On Arc it is USDC, in 18 decimals |
 * | `transfer`, `transferFrom` | ERC-20, also ERC-1363 and ERC-677; a collectible of ERC-721 or ERC-1155 |
 * | `authorization` | EIP-3009 `transferWithAuthorization`, `receiveWithAuthorization`, as a call or a signature |
 * | `approval` | `approve`, `increaseAllowance`, `setApprovalForAll`: the payee is the spender |
 * | `permit` | EIP-2612, as a call or a signature: the payee is the spender |
 * | `permit2` | a transfer through Permit2, to its recipient; as a signature to its spender, and to each recipient of its witness |
 * | `permit2_allowance` | an allowance inside Permit2: the payee is the spender |
 * | `cctp` | Circle's CCTP: the payee is on another chain |
 * | `gateway` | Circle's Gateway: a deposit under another name, or a signed burn intent, to its recipient on the destination chain |
 * | `transfer_log` | a `Transfer` event of a simulation |
 * | `protected` | a protected transfer, to its recorded recipient |
 * | `box` | a spending account's target, or money put into one |
 * | `vault` | a withdrawal from a vault of Shield, ERC-4626, Aave or Compound to another account, or a deposit there for another account |
 * | `router` | a router of an exchange, or a bridge beside the issuer's, pays out to another account, also on another chain |
 * | `payout` | a contract that pays a list of recipients |
 * | `refund` | what a Safe pays its relayer, a fee for what is carried out or the rest of one, or money that a bridge gives back |
 * | `delegation` | an account hands its powers over: EIP-7702, ERC-7710, ERC-7715. The payees are the delegate, and each address that its terms name |
 * | `argument` | an address in data that cannot be read, where that carries native value, calls USDC itself, is a bridge's, or is a signature that names USDC: a possible payee |
 */
export type Carrier =
  | 'native'
  | 'transfer'
  | 'transferFrom'
  | 'authorization'
  | 'approval'
  | 'permit'
  | 'permit2'
  | 'permit2_allowance'
  | 'cctp'
  | 'gateway'
  | 'transfer_log'
  | 'protected'
  | 'box'
  | 'vault'
  | 'router'
  | 'payout'
  | 'refund'
  | 'delegation'
  | 'argument'

/** Money, or the right to take it, going from one account to another. */
export type Movement = {
  /** Whose money it is. Checksummed, as every address here. */
  readonly payer: Address
  /** Who gets it, or may take it. */
  readonly payee: Address
  /** Where the payee is: for CCTP and Gateway the destination chain. */
  readonly chainId: number
  /** Where the money leaves, if that is not the chain of the request: a burn intent of the Gateway names its own. */
  readonly sourceChainId?: number | undefined
  /** The token's contract on the payer's chain, or the chain's own coin. */
  readonly token: Address | 'native'
  /**
   * In the token's base units, for `native` with 18 decimals. Undefined: unlimited or unknown. Of a token that is not known it may
   * be the number of a collectible, since ERC-721 shares its functions with ERC-20.
   */
  readonly amount: bigint | undefined
  /** How it is made. */
  readonly carrier: Carrier
  /** The calls around it, outermost first, as in `['Memo', 'Multicall3[2]', 'transfer']`. */
  readonly path: readonly string[]
}

/** Something that was not read, or that an address alone does not decide, and that does not stop the payment. */
export type Note = {
  /** Of a `position` that gets liquidity only a number is known. A `hook` may take a part of what goes in, or act on what arrives. `guard_removed` is of a Safe. */
  readonly kind:
    | 'unread_call'
    | 'unread_signature'
    | 'contract_creation'
    | 'box_spend'
    | 'open_transfer'
    | 'hook'
    | 'position'
    | 'guard_removed'
  /** The contract called or, for a signature, the verifying contract. */
  readonly to: Address | undefined
  /** The first four bytes of what was called. */
  readonly selector: Hex | undefined
  /** True where the chain's USDC is named in what was not read. */
  readonly namesUsdc: boolean
  /** Addresses named in what was not read, at most 32. Each is a possible payee. */
  readonly addresses: readonly Address[]
  readonly path: readonly string[]
}

/** Why a call or signature cannot be let through: what it moves is unknown. */
export type Unreadable = {
  readonly reason:
    | 'malformed'
    | 'too_deep'
    | 'too_many'
    | 'too_long'
    | 'other_chain'
    | 'unknown_destination'
    | 'unread_with_value'
    | 'unread_with_allowance'
    | 'unread_delegatecall'
    | 'unread_signature'
  /** One sentence in plain ASCII. */
  readonly message: string
  readonly path: readonly string[]
}

/** What a call, batch or signature moves. */
export type Decoded = {
  /** Every movement found, in the order of execution. Amounts of zero and payments to the payer itself are not listed. */
  readonly movements: readonly Movement[]
  readonly notes: readonly Note[]
  /** Set where it cannot be read and moves value or an allowance, or where limits are exceeded. `movements` holds what was found until then. */
  readonly refusal?: Unreadable | undefined
}
