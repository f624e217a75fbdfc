import type { ReviewWords } from './ReviewWords.js'

export const review: ReviewWords = {
  review: {
    title: 'Review the payment',
    sentence: ({ amount, time, name = 'this address' }) =>
      `Lock ${amount} for ${name}. It can be claimed for ${time}, and you can take it back until then.`,
    to: 'To',
    time: 'Time to claim',
    until: (time, moment) => `${time}, until about ${moment}`,
    fee: 'Fee',
    noFee: 'none',
    network: 'Network fee',
    atMost: (amount) => `at most ${amount}`,
    change: (what) => `Change: ${what}`,
    changeShort: 'Change',
    wallet: (count) => (count === 1 ? 'Your wallet will ask once' : `Your wallet will ask ${count} times`),
    call: ({ functionName, amount }) => {
      if (functionName === 'approve') return `Let the transfer contract take exactly ${amount ?? 'this amount'}`
      if (functionName === 'createConfig') return 'Register your terms: time to claim, no fee'
      if (functionName.startsWith('sendProtected')) return `Lock ${amount ?? 'the amount'} for the recipient`
      return functionName
    },
    contract: (name) => (name === 'transfer' ? 'Holdfast transfer contract' : name === 'usdc' ? 'USDC' : 'Contract'),
    send: (amount) => `Send ${amount}`,
    changed: (what) => `Changed: ${what}.`,
    changes: {
      account: 'the connected account',
      chain: 'the network',
      payer: 'who pays',
      recipient: 'the recipient, who is a contract now or no longer one',
      amount: 'the amount',
      fee: 'the fee',
      terms: 'the terms',
      allowance: 'what the transfer contract may take',
      balance: 'your balance, which no longer covers it',
      firewall: 'what the check found',
      network_fee: 'the network fee, which has risen',
      steps: 'what your wallet will be asked',
      state: 'the state of the payment',
      carried_out: 'it was made already: look at your payments',
    },
  },
  progress: {
    title: 'Sending the payment',
    lead: 'The code is shown once the chain confirms that exactly this payment was made.',
    step: {
      checking: 'Check the address once more',
      register: 'Register the terms',
      approve: 'Allow the amount',
      sign: 'Sign',
      lock: 'Lock the money',
      other: 'Transaction',
    },
    phase: {
      checking: 'Checking…',
      simulate: 'Testing it without sending…',
      sign: 'Confirm it in your wallet.',
      send: 'On its way to the network…',
      confirm: 'Waiting for the network to confirm…',
    },
    leave: 'You can leave this page. The payment is saved, and you find it on the start page.',
    transaction: 'Transaction',
    resumeTitle: 'What became of this payment',
    looking: 'Looking on the chain. The wallet is not asked again.',
    notFound: 'Nothing was found on the chain so far. It may still arrive if you confirmed it in your wallet.',
    lookAgain: 'Look again',
    giveUpTitle: 'You did not confirm it?',
    giveUp: 'Close this payment',
    giveUpWhy: 'Only if you are sure. A payment that arrives later is still listed, and its code is kept.',
    gone: 'This payment is not kept in this browser.',
  },
}
