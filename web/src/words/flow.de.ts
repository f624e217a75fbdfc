import type { FlowWords } from './FlowWords.js'

/** Amounts of the library are decimal text with a point. The type does not say which facts a refusal has. */
const comma = (amount = ''): string => amount.replace('.', ',')

export const flow: FlowWords = {
  plan: {
    preparing: 'Wird vorbereitet\u00a0…',
    arrives: 'Kommt an',
    to: 'Für',
    own: 'Ihr eigenes Konto',
    leaves: 'Geht ab',
    fee: 'Gebühr',
    atMost: (amount) => `höchstens ${amount}`,
    networkFee: 'Netzgebühr',
    none: 'keine',
    wallet: (count) => (count === 1 ? 'Ihre Wallet fragt einmal' : `Ihre Wallet fragt ${count} Mal`),
    call: {
      approve: 'Genau diesen Betrag freigeben',
      depositForBurnWithHook: 'Das Geld in das andere Netz schicken',
      receiveMessage: 'Das Geld in dieses Netz holen',
      deposit: 'In den Hub einzahlen',
      BurnIntent: 'Die Zahlung unterschreiben. Das kostet keine Netzgebühr',
      initiateWithdrawal: 'Den Betrag beiseitelegen',
      withdraw: 'An Sie auszahlen',
      createAccount: 'Das Ausgabenkonto anlegen',
      transfer: 'Das Geld in das Ausgabenkonto legen',
      fundAccount: 'Das Geld in das Ausgabenkonto legen',
      pay: 'Den Empfänger bezahlen',
      pull: 'Die fällige Zahlung einziehen',
      sweepToVault: 'Den Rest zurückholen',
      sweepExpired: 'Den Rest zurückholen',
      announce: 'Es ankündigen, damit Sie es wiederfinden',
    },
    waits: {
      quote: 'Die Gebühr wird beim Herausgeber erfragt\u00a0…',
      attest: 'Das Geld ist unterwegs. Der Herausgeber von USDC muss es bestätigen\u00a0…',
      forward: 'Bestätigt. Es muss im anderen Netz ankommen\u00a0…',
      transfer: 'Wird dem Herausgeber von USDC übergeben\u00a0…',
      mint: 'Es muss noch ankommen\u00a0…',
    },
    running: 'Sie können diese Seite verlassen. Begonnenes ist gespeichert und lässt sich hier fortsetzen.',
    again: 'Noch einmal vorbereiten',
    back: 'Ändern',
    switchTo: (network) => `Zu ${network} wechseln`,
    switchWhy: (network) => `Das Geld ist auf ${network}, deshalb muss Ihre Wallet dort unterschreiben.`,
  },
  refusal: {
    gwNoBalanceHere: ({ from, needed }) =>
      `Der Hub hält auf ${from} nichts für Sie, und es werden ${comma(needed)} USDC gebraucht.`,
    gwEnoughOn: ({ from, needed, there, chain }) =>
      `${from} deckt die nötigen ${comma(needed)} USDC nicht. Auf ${chain} sind ${comma(there)} USDC.`,
    gwShort: ({ from, here, needed }) =>
      `Der Hub hält auf ${from} ${comma(here)} USDC, und mit Gebühr werden ${comma(needed)} gebraucht.`,
    shortWithFee: ({ have, needed }) =>
      `Ihre Wallet hat ${comma(have)} USDC, und mit Gebühr werden ${comma(needed)} gebraucht.`,
    shortWithGas: ({ have, needed }) =>
      `Ihre Wallet hat ${comma(have)} USDC, und mit Gebühr und Netzgebühr werden ${comma(needed)} gebraucht.`,
    noGas: ({ chain, missing }) =>
      `Der Wallet fehlen ${comma(missing)} der Münze, mit der die Netzgebühr auf ${chain} bezahlt wird.`,
  },
  fix: {
    switchSource: ({ label }) => `Von ${label} zahlen`,
    deposit: ({ display }) => `Zuerst ${comma(display)} USDC einzahlen`,
    useMax: ({ display }) => `Nur ${comma(display)} USDC senden`,
  },
  amount: 'Betrag, der ankommt',
  balance: (amount) => `Sie haben dort ${amount}`,
  review: 'Prüfen',
  other: {
    title: 'An ein anderes Konto',
    why: 'Leer: Es kommt auf Ihrem eigenen Konto an. Ein anderes Konto wird geprüft wie der Empfänger jeder Zahlung, und das Geld lässt sich nicht zurückholen.',
  },
  oldQuote: 'Das ist die Gebühr für den Betrag davor. Die neue wird erfragt.',
  quoting: 'Die Gebühr wird erfragt\u00a0…',
  unfinished: 'Nicht abgeschlossen',
  goOn: 'Weiter',
  claimed: {
    title: 'Der Herausgeber sagt, es sei angekommen',
    not_seen: (network) => `${network} zeigt es nicht.`,
    unread: (network) => `Diese Seite liest ${network} nicht und hat es nicht geprüft.`,
  },
  bridge: {
    title: 'USDC in ein anderes Netz bringen',
    lead: 'Das Geld verlässt ein Netz und kommt in einem anderen an. Der Herausgeber von USDC bringt es hin; kein anderes Unternehmen hält es.',
    from: 'Von',
    to: 'Nach',
    quote: ({ fee, total }) =>
      `Gebühr höchstens ${fee}. ${total} gehen von Ihrer Wallet ab; was die Gebühr nicht braucht, kommt auch an.`,
    press: (amount) => `${amount} überweisen`,
    find: {
      title: 'Eine Überweisung finden',
      why: 'Die Kennung der Transaktion, mit der sie begann, genügt, bei jeder Wallet.',
      id: 'Transaktion in dem Netz, aus dem sie kam',
      idHint: '0x und 64 Zeichen.',
      wrong: 'Das ist nicht die Kennung einer Transaktion: 0x und 64 Zeichen.',
      press: 'Finden',
    },
    track: 'Überweisung in ein anderes Netz',
    state: {
      unseen: {
        title: 'Der Herausgeber hat sie noch nicht gesehen',
        why: 'Nach der Transaktion dauert das einige Sekunden. Es bleibt so, wenn die Kennung zu etwas anderem gehört.',
      },
      confirming: {
        title: 'Das erste Netz muss bestätigen',
        why: 'Der Herausgeber bestätigt sie, sobald sie im ersten Netz endgültig ist. Bis dahin ist das Geld sicher.',
      },
      attested: {
        title: 'Bestätigt, kommt gleich an',
        why: 'Der Herausgeber holt sie von selbst in das andere Netz.',
      },
      minted: { title: 'Angekommen', why: 'Das andere Netz hat sie ausgezahlt.' },
      failed: {
        title: 'Der Herausgeber hat sie nicht hereingeholt',
        why: 'Nichts ist verloren. Jedes Konto kann sie hereinholen, und sie geht nur an das Konto, für das sie bestimmt war.',
      },
    },
    delay: 'Sie wird mit gewöhnlicher Geschwindigkeit bearbeitet, das kann bis zu einer halben Stunde dauern.',
    mint: {
      title: 'Selbst hereinholen',
      why: 'Das kostet eine Netzgebühr im anderen Netz. Das Geld geht an das Konto, für das es bestimmt war.',
      press: 'Hereinholen',
      late: 'Sie kommt nicht an',
      lateWhy:
        'Das dauert einige Sekunden, selten eine Minute. Wenn der Herausgeber es nicht tut, kann es jedes Konto. Hereingeholt wird sie nur einmal, auch wenn beide es tun.',
    },
    received: (amount) => `${amount} angekommen`,
    resume: {
      title: 'Es ist unbekannt, ob Ihre Wallet dies gesendet hat',
      why: 'Zuerst wird die Kette gefragt. Nur wenn nichts gesendet wurde, fragt Ihre Wallet noch einmal.',
      press: 'Nachsehen und weiter',
    },
    id: 'Bewahren Sie dies auf: Damit finden Sie die Überweisung jederzeit wieder.',
  },
  hub: {
    title: 'Hub-Guthaben',
    lead: 'USDC, die Sie in einem Netz einzahlen und in jedem anderen binnen Sekunden nutzen. Das Guthaben führt der Herausgeber von USDC.',
    balance: 'Sie können nutzen',
    none: 'Noch ist nichts eingezahlt',
    empty: 'Zahlen Sie in dem Netz ein, in dem Sie USDC haben. Danach ist jedes andere Netz nur Sekunden entfernt.',
    pending: (amount, network) => `${amount} unterwegs, von ${network}`,
    pendingWhy: 'Eine Einzahlung zählt, sobald sie in ihrem Netz endgültig ist.',
    tabs: { spend: 'Nutzen', deposit: 'Einzahlen', withdraw: 'Abheben' },
    from: 'Aus dem Guthaben auf',
    to: 'Kommt an auf',
    quote: ({ fee, total }) => `Gebühr höchstens ${fee}. Höchstens ${total} gehen von Ihrem Guthaben ab.`,
    spend: (amount) => `${amount} überweisen`,
    deposit: (amount) => `${amount} einzahlen`,
    depositWhy: 'Es geht in diesem Netz von Ihrer Wallet ab und zählt, sobald es dort endgültig ist.',
    withdraw: (amount) => `${amount} beiseitelegen`,
    withdrawWhy:
      'Für den Fall, dass der Dienst des Herausgebers ausfällt: zwei Transaktionen im Abstand von etwa sieben Tagen. Sonst geht es mit „Nutzen“ im selben Netz in Sekunden.',
    withdrawing: (amount) => `${amount} sind beiseitegelegt`,
    complete: (amount) => `${amount} auszahlen`,
    payOut: 'Auszahlen',
    notReady: (block) => `Die Auszahlung ist ab Block ${block} möglich.`,
    done: {
      spend: 'Es ist auf Ihrem Konto angekommen.',
      other: 'Es ist auf dem anderen Konto angekommen.',
      coming: 'Der Herausgeber hat es angenommen und stellt es zu. Angekommen ist es noch nicht.',
      deposit: 'Es ist eingezahlt und zählt, sobald es in seinem Netz endgültig ist.',
      withdraw: 'Es ist beiseitegelegt. Kommen Sie wieder, wenn die Wartezeit vorbei ist.',
      complete: 'Es ist in Ihre Wallet ausgezahlt.',
    },
    resume: {
      title: 'Es ist unbekannt, was aus einer Zahlung geworden ist',
      why: 'Dieselbe unterschriebene Zahlung wird noch einmal eingereicht. Sie kann nicht doppelt geschehen.',
      press: 'Herausfinden',
      done: 'Sie wurde einmal ausgeführt und ist angekommen.',
      close: 'Diesen Hinweis schließen',
    },
  },
}
