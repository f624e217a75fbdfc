import type { ReviewWords } from './ReviewWords.js'

export const review: ReviewWords = {
  review: {
    title: 'Zahlung prüfen',
    sentence: ({ amount, time, name = 'diese Adresse' }) =>
      `${amount} für ${name} sperren. Die Zahlung kann ${time} lang eingelöst werden, und bis dahin können Sie sie zurückholen.`,
    to: 'An',
    time: 'Zeit zum Einlösen',
    until: (time, moment) => `${time}, bis etwa ${moment}`,
    fee: 'Gebühr',
    noFee: 'keine',
    network: 'Netzgebühr',
    atMost: (amount) => `höchstens ${amount}`,
    change: (what) => `Ändern: ${what}`,
    changeShort: 'Ändern',
    wallet: (count) => (count === 1 ? 'Ihre Wallet wird einmal fragen' : `Ihre Wallet wird ${count} Mal fragen`),
    call: ({ functionName, amount }) => {
      if (functionName === 'approve') return `Genau ${amount ?? 'diesen Betrag'} für den Zahlungsvertrag freigeben`
      if (functionName === 'createConfig') return 'Ihre Bedingungen registrieren: Zeit zum Einlösen, keine Gebühr'
      if (functionName.startsWith('sendProtected')) return `${amount ?? 'Den Betrag'} für den Empfänger sperren`
      return functionName
    },
    contract: (name) => (name === 'transfer' ? 'Zahlungsvertrag von Holdfast' : name === 'usdc' ? 'USDC' : 'Vertrag'),
    send: (amount) => `${amount} senden`,
    changed: (what) => `Geändert: ${what}.`,
    changes: {
      account: 'das verbundene Konto',
      chain: 'das Netz',
      payer: 'wer zahlt',
      recipient: 'der Empfänger, der jetzt ein Vertrag ist oder keiner mehr',
      amount: 'der Betrag',
      fee: 'die Gebühr',
      terms: 'die Bedingungen',
      allowance: 'was der Zahlungsvertrag nehmen darf',
      balance: 'Ihr Guthaben, das nicht mehr reicht',
      firewall: 'was die Prüfung gefunden hat',
      network_fee: 'die Netzgebühr, die gestiegen ist',
      steps: 'wonach Ihre Wallet fragen wird',
      state: 'der Zustand der Zahlung',
      carried_out: 'sie wurde schon ausgeführt: Sehen Sie nach Ihren Zahlungen',
    },
  },
  progress: {
    title: 'Die Zahlung wird gesendet',
    lead: 'Der Code erscheint, sobald die Kette bestätigt, dass genau diese Zahlung entstanden ist.',
    step: {
      checking: 'Adresse noch einmal prüfen',
      register: 'Bedingungen registrieren',
      approve: 'Betrag freigeben',
      sign: 'Unterschreiben',
      lock: 'Geld sperren',
      other: 'Transaktion',
    },
    phase: {
      checking: 'Wird geprüft\u00a0…',
      simulate: 'Wird erprobt, ohne zu senden\u00a0…',
      sign: 'Bestätigen Sie in Ihrer Wallet.',
      send: 'Auf dem Weg ins Netz\u00a0…',
      confirm: 'Warten auf die Bestätigung des Netzes\u00a0…',
    },
    leave: 'Sie können diese Seite verlassen. Die Zahlung ist gespeichert, und Sie finden sie auf der Startseite.',
    transaction: 'Transaktion',
    resumeTitle: 'Was aus dieser Zahlung wurde',
    looking: 'Auf der Kette wird nachgesehen. Die Wallet wird nicht noch einmal gefragt.',
    notFound:
      'Bisher ist auf der Kette nichts zu finden. Wenn Sie in Ihrer Wallet bestätigt haben, kann es noch ankommen.',
    lookAgain: 'Noch einmal nachsehen',
    giveUpTitle: 'Haben Sie nicht bestätigt?',
    giveUp: 'Diese Zahlung schließen',
    giveUpWhy:
      'Nur wenn Sie sicher sind. Eine Zahlung, die später ankommt, ist trotzdem aufgeführt, und ihr Code ist aufbewahrt.',
    gone: 'Diese Zahlung ist in diesem Browser nicht aufbewahrt.',
  },
}
