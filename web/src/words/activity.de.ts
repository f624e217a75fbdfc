import type { ActivityWords, SentState } from './ActivityWords.js'

const stateOf = (state: SentState, until: string): string => {
  if (state === 'open') return `gesperrt bis ${until}`
  const states = {
    overdue: 'nicht rechtzeitig eingelöst: kann an Sie zurückgehen',
    locked: 'nach fünf falschen Codes gesperrt',
    claimed: 'eingelöst',
    cancelled: 'zurückgeholt',
    returned: 'an Sie zurückgegangen',
  }
  return states[state]
}

export const activity: ActivityWords = {
  title: 'Verlauf',
  lead: 'Was wirklich geschehen ist. Zeilen, die Fremde zum Kopieren untergeschoben haben, sind ausgeblendet.',
  whose: {
    label: 'Adresse, die Sie ansehen möchten',
    hint: 'Jede Adresse. Zum Lesen braucht es keine Wallet.',
    show: 'Verlauf zeigen',
    wrong: 'Das ist keine ganze Adresse.',
  },
  readOnly: 'Sie sehen den Verlauf von',
  empty: {
    title: 'Noch nichts',
    why: 'Zahlungen erscheinen hier, sobald sie ausgeführt sind.',
    first: 'Zur ersten Zahlung',
  },
  sent: ({ amount, state, until }) => [`${amount} für `, `, ${stateOf(state, until)}`],
  link: ({ amount, state, until }) =>
    `${amount} als Zahlungslink, ${state === 'open' ? `offen bis ${until}` : stateOf(state, until)}`,
  paid: (amount) => [`${amount} an `, ''],
  received: (amount) => [`${amount} von `, ''],
  claimed: (amount) => `${amount} aus einer geschützten Zahlung eingelöst`,
  locked: (amount) => `${amount} in mehreren Zahlungen auf einmal gesperrt`,
  minted: (amount) => `${amount} aus einem anderen Netz angekommen`,
  burned: (amount) => `${amount} in ein anderes Netz gegangen`,
  details: 'Einzelheiten',
  transaction: 'Transaktion',
  open: 'Zahlung öffnen',
  more: 'Ältere Zeilen zeigen',
  hidden: (count) => (count === 1 ? '1 Zeile ist ausgeblendet' : `${count} Zeilen sind ausgeblendet`),
  hiddenWhy: 'Sie stammen von Fremden. Zahlen Sie an keine Adresse, die in ihnen steht.',
  show: 'Zeigen',
  hide: 'Wieder ausblenden',
  reason: {
    ZERO_VALUE: 'Es wurde nichts bewegt. Jeder kann eine solche Zeile in Ihren Verlauf schreiben.',
    UNKNOWN_TOKEN: 'Ein Token, den diese Seite nicht kennt. Er kann jeden Namen haben.',
    DUST: 'Ein winziger Betrag von einer Adresse, an die Sie nie gezahlt haben, damit sie Ihnen auffällt.',
    IMPOSTOR: 'Die Adresse ahmt eine nach, die Sie kennen.',
  },
  counted: (count) => (count === 1 ? '1 Zeile' : `${count} Zeilen`),
  older: { title: 'Ältere Zeilen fehlen', why: 'Der Verlauf ließ sich nicht bis zu seinem Anfang lesen.' },
  failed: (source, chain) =>
    source === 'history'
      ? `Der Verlauf auf ${chain} ließ sich nicht lesen`
      : `Ihre geschützten Zahlungen auf ${chain} ließen sich nicht lesen`,
  failedWhy: 'Gezeigt wird, was die anderen Quellen wissen.',
  again: 'Noch einmal versuchen',
  asOf: (time) => `Zuletzt gelesen: ${time}.`,
}
