import { expect, test } from 'vitest'
import { knownEntries } from './entries.js'

/** As the standards and the contracts that are deployed have them. */
const selectors: Readonly<Record<string, string>> = {
  transfer: 'a9059cbb',
  transferFrom: '23b872dd',
  transferWithAuthorization: 'e3ee160e cf092995',
  receiveWithAuthorization: 'ef55bec6 88b7ab63',
  approve: '095ea7b3 87517c45',
  increaseAllowance: '39509351',
  permit: 'd505accf 9fd5a6cf 8fcbaf0c 2b67b570 2a2d80d1',
  memo: 'c3b2c4f8',
  aggregate3: '82ad56cb',
  aggregate3Value: '174dea71',
  aggregate: '252dba42',
  tryAggregate: 'bce38bd7',
  tryBlockAndAggregate: '399542e9',
  blockAndAggregate: 'c3077fa9',
  multicall: 'ac9650d8 5ae401dc 1f0464d1',
  permitTransferFrom: '30f28b7a edd9444b',
  permitWitnessTransferFrom: '137c29fe fe8ec1a7',
  depositForBurn: '8e0250ee 6fd3504e',
  depositForBurnWithHook: '779b432d',
  execTransaction: '6a761202',
  multiSend: '8d80ff0a',
  execTransactionFromModule: '468721a7',
  handleOps: '1fad948c 765e827f',
  handleAggregatedOps: '4b1d7cf5 dbed18e0',
  executeFromExecutor: 'd691c964',
  executeBatch: '18dfb3c7 47e1da2a 34fcd5be',
  execute_ncC: '0000189a',
  executeBatch_y6U: '00004680',
  execute: 'e9ae5c53 b61d27f6 51945447 3593564c 24856bc3 3f707e6b 47153f82 df905caf',
  executeUserOp: '7bb37428',
  redeemDelegations: 'cef6d209',
  disperseEther: 'e63d38ed',
  disperseToken: 'c73a2d60',
}

test.each(Object.entries(selectors))('%s is known by its selectors', (name, all) => {
  for (const selector of all.split(' ')) expect(knownEntries().get(`0x${selector}`)?.name).toBe(name)
})
