import { readFileSync, writeFileSync } from 'node:fs'
import {
  type Abi,
  type Address,
  createPublicClient,
  createTestClient,
  createWalletClient,
  encodeDeployData,
  type Hex,
  http,
  type TransactionReceipt,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { expect } from 'vitest'
import { contractsFolder } from '../tools/forge.js'

const mnemonic = 'test test test test test test test test test test test junk'

export const MAX_UINT256 = 2n ** 256n - 1n

/** A fresh chain on which every transaction must succeed, with the gas of its receipts. */
export function startHarness(url: string) {
  const sender = mnemonicToAccount(mnemonic, { addressIndex: 0 })
  const stranger = mnemonicToAccount(mnemonic, { addressIndex: 1 })
  const chain = { chain: foundry, transport: http(url), pollingInterval: 20 } as const
  const reader = createPublicClient(chain)
  const wallet = createWalletClient({ ...chain, account: sender })
  const tester = createTestClient({ ...chain, mode: 'anvil' })
  const gas: Record<string, number> = {}

  async function receiptOf(hash: Hex): Promise<TransactionReceipt> {
    const receipt = await reader.waitForTransactionReceipt({ hash })
    expect(receipt.status).toBe('success')
    return receipt
  }

  /** Sends, waits, and records the gas under the action's name, if it has one. */
  async function run(action: string | undefined, call: () => Promise<Hex>): Promise<TransactionReceipt> {
    const receipt = await receiptOf(await call())
    if (action !== undefined) gas[action] = Number(receipt.gasUsed)
    return receipt
  }

  async function deploy(abi: Abi, bytecode: Hex, args: readonly unknown[] = []): Promise<Address> {
    const receipt = await receiptOf(await wallet.sendTransaction({ data: encodeDeployData({ abi, bytecode, args }) }))
    if (!receipt.contractAddress) throw new Error('nothing was deployed')
    return receipt.contractAddress
  }

  return { sender, stranger, reader, wallet, tester, gas, run, deploy }
}

/** The artifact of a contract from `buildRelease`. */
export function artifact(name: string): { abi: Abi; bytecode: Hex } {
  const file = JSON.parse(readFileSync(`${contractsFolder}/out/release/${name}.sol/${name}.json`, 'utf8'))
  return { abi: file.abi, bytecode: file.bytecode.object }
}

/** Compares with budgets and with a committed snapshot, which `UPDATE_SNAPSHOTS=1` rewrites. */
export function expectGas(
  measured: Readonly<Record<string, number>>,
  budgets: Readonly<Record<string, number>>,
  snapshot: string,
): void {
  for (const [action, budget] of Object.entries(budgets)) {
    expect(measured[action], `${action} against its budget`).toBeLessThanOrEqual(budget)
  }
  const path = `${contractsFolder}/${snapshot}`
  if (process.env.UPDATE_SNAPSHOTS === '1') writeFileSync(path, `${JSON.stringify(measured, null, 2)}\n`)
  expect(measured).toEqual(JSON.parse(readFileSync(path, 'utf8')))
}
