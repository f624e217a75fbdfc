import type { TransferWords } from './TransferWords.js'

export const transfer: TransferWords = {
  title: (id) => `Zahlung ${id}`,
  to: 'An',
  status: {
    NONE: 'Es gibt keine solche Zahlung',
    PENDING: 'Gesperrt, wartet auf die Einlösung',
    CLAIMED: 'Eingelöst',
    CANCELLED: 'Zurückgeholt',
    RECLAIMED: 'Nach Ablauf zurückgegangen',
    LOCKED: 'Gesperrt nach fünf falschen Codes',
  },
  overdue: 'Die Frist ist abgelaufen. Die Zahlung kann an den Absender zurückgehen.',
  lockedWhy: 'Das Geld ist sicher. Ein neuer Code hebt die Sperre auf.',
  code: {
    title: 'Der Code für den Empfänger',
    why: 'Der Empfänger braucht ihn zum Einlösen. Sagen Sie ihn persönlich, mündlich oder in einem anderen Chat als dem, aus dem die Adresse kam.',
    never:
      'Senden Sie ihn nie an einen Kontakt, der mit dieser Adresse kam: Ist die Adresse eine Nachahmung, ist dieser Kontakt der Dieb.',
    copyNow:
      'Kopieren Sie ihn jetzt: Dieser Browser bewahrt nichts auf, und ohne den Code können Sie das Geld nur zurückholen.',
    copy: 'Code kopieren',
    link: 'Link ohne Code kopieren',
    qr: 'QR-Code zeigen',
    linkWithTitle: 'Ein Link mit dem Code darin',
    linkWith: 'Link mit dem Code darin kopieren',
    linkWithWhy:
      'Wer diesen Link öffnet, kann die Zahlung an diesen Empfänger abschließen. Messenger und Browserverläufe bewahren ihn auf.',
    otherAccount: 'Der Code ist für das Konto aufbewahrt, das gesendet hat. Verbinden Sie es, um ihn zu sehen.',
    notKept: 'Der Code ist nicht in diesem Browser. Setzen Sie einen neuen, falls er verloren ist.',
  },
  actions: 'Was Sie tun können',
  readOnly: 'Verbinden Sie das Konto, das gesendet hat, um das Geld zurückzuholen oder einen neuen Code zu setzen.',
  cancel: 'Zurückholen',
  cancelWhy: 'Der ganze Betrag geht sofort an Sie zurück. Der Code wird wertlos.',
  rekey: 'Neuen Code setzen',
  rekeyWhy: 'Der alte Code wird wertlos. Geben Sie dem Empfänger den neuen.',
  giveBack: 'An den Absender zurückgeben',
  giveBackWhy: 'Die Frist ist abgelaufen. Jeder kann die Zahlung zurückgeben; sie geht allein an den Absender.',
  confirm: 'Bestätigen Sie in Ihrer Wallet\u00a0…',
  keep: 'So lassen',
  lost: {
    claimed: 'Die Zahlung wurde eingelöst, bevor das geschehen konnte.',
    cancelled: 'Die Zahlung wurde zurückgeholt, bevor das geschehen konnte.',
    returned: 'Die Zahlung ging zurück, bevor das geschehen konnte.',
  },
  missing: {
    title: 'Es gibt keine solche Zahlung',
    why: 'Sie ist vielleicht in einem anderen Netz, oder die Transaktion ist noch nicht bestätigt.',
  },
  swapped: {
    title: 'Unterschrieben wurde etwas anderes, als Sie sahen',
    lead: 'Es entstand eine andere Zahlung als die auf Ihrem Bildschirm. Ihre Wallet oder ein Programm auf diesem Gerät hat sie verändert. Das Geld ist noch gesperrt: Holen Sie es jetzt zurück.',
    shown: 'Sie sahen',
    mined: 'Auf der Kette',
    fields: { to: 'Empfänger', amount: 'Betrag', configId: 'Frist, Einlösung und Gebühr', claimHash: 'Code' },
    holder: 'Wer den Link hat',
    cancel: 'Geld jetzt zurückholen',
    cancelled: 'Das Geld ist zurück',
    cancelledWhy: 'Zahlen Sie von diesem Gerät nichts mehr, bis Sie wissen, was die Zahlung verändert hat.',
    after: 'Zur Startseite',
  },
}
