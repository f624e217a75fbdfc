/** The first words that stand for several commands, each in a line. */
export const GROUPS: Readonly<Record<string, string>> = {
  box: 'spending accounts that pay one fixed recipient up to a limit, each payment signed by a co-signer',
  bridge: 'move USDC from one chain to another, by Circle’s CCTP',
  config: 'settings of this command line',
  contacts: 'addresses that you trust: good to pay, and protected against imitation',
  cosign: 'ask the co-signer of boxes, and choose whose payment history it uses',
  delegate: 'accounts that may spend your balance in the Hub',
  hub: 'a USDC balance at Circle (Gateway), paid out on any of its chains within seconds',
  link: 'pay the holder of a link, or claim the payment of a link',
  pairs: 'your decisions about known addresses that look alike',
  request: 'signed requests to be paid: sign, show and pay them',
  service: 'ask a Holdfast service for its public data, and for the gas of a fresh address',
  stealth: 'addresses that only their owner can find: keys, addresses, announcements, search',
  terms: 'terms of protected transfers: deadline, fee and claim mode',
  vault: 'USDC that a contract records for its depositor, to fund boxes from',
}
