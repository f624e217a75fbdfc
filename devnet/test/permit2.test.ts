import { erc20Abi, keccak256 } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { permit2InitCode } from '../src/generated/Permit2.js'
import { type Devnet, permit2Abi, primaryAddresses, startDevnet } from '../src/index.js'
import { actor, mined, reader, stranger } from './actors.js'

const { usdc, permit2 } = primaryAddresses
let devnet: Devnet

beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 50 })
})
afterAll(async () => {
  await devnet?.stop()
})

test('is the real contract, with the chain’s domain', async () => {
  expect(keccak256(permit2InitCode)).toBe('0xe2be1e05eedf35dacd66c65c862f8150ff9ab4b6b24b9bbe62be71b6b16cf0f8')
  const code = await reader(devnet).getCode({ address: permit2 })
  expect((code?.length ?? 0) / 2 - 1).toBe(9_152)
  const separator = { address: permit2, abi: permit2Abi, functionName: 'DOMAIN_SEPARATOR' } as const
  expect(await reader(devnet).readContract(separator)).toBe(
    '0xe59c8d3fa907f1186bfa334839eb895f53f88b07e4cf5aafaef4af163d83ce93',
  )
})

test('moves USDC by signature, once', async () => {
  const [owner, spender] = [await actor(devnet), await actor(devnet)]
  const approve = { address: usdc, abi: erc20Abi, functionName: 'approve', args: [permit2, 10n ** 12n] } as const
  await mined(devnet, await owner.wallet.writeContract(approve))
  const permitted = { token: usdc, amount: 4n }
  const message = { permitted, spender: spender.address, nonce: 0n, deadline: 2n ** 48n }
  const signature = await owner.account.signTypedData({
    domain: { name: 'Permit2', chainId: 5042002, verifyingContract: permit2 },
    types: {
      PermitTransferFrom: [
        { name: 'permitted', type: 'TokenPermissions' },
        { name: 'spender', type: 'address' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
      TokenPermissions: [
        { name: 'token', type: 'address' },
        { name: 'amount', type: 'uint256' },
      ],
    },
    primaryType: 'PermitTransferFrom',
    message,
  })
  const to = stranger().address
  const call = {
    address: permit2,
    abi: permit2Abi,
    functionName: 'permitTransferFrom',
    args: [message, { to, requestedAmount: 4n }, owner.address, signature],
  } as const
  expect((await mined(devnet, await spender.wallet.writeContract(call as never))).status).toBe('success')
  const balance = { address: usdc, abi: erc20Abi, functionName: 'balanceOf', args: [to] } as const
  expect(await reader(devnet).readContract(balance)).toBe(4n)
  await expect(reader(devnet).simulateContract({ ...call, account: spender.account } as never)).rejects.toThrow(
    'InvalidNonce',
  )
})
