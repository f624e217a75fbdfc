import type { PayWords } from './PayWords.js'

const sources: Readonly<Record<string, string>> = {
  counterparties: 'Adressen, die Sie bezahlt haben',
  history: 'Ihr Verlauf',
  activity: 'wie alt sie ist',
  zeroValueTransfers: 'Überweisungen von 0 USDC',
  verifiedRecipient: 'geschützte Zahlungen an sie',
}

/** A source by its name in the library, which may end with a chain: `history:84532`. */
const sourceOf = (source: string): string =>
  source.replace(/^\w+/, (name) => sources[name] ?? name).replace(':', ' auf Kette ')

const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)

export const pay: PayWords = {
  firewall: {
    checking: 'Wird mit allen Adressen verglichen, an die Sie gezahlt haben\u00a0…',
    safe: 'Geprüft: Nichts spricht gegen diese Adresse.',
    warning: 'Bevor Sie zahlen',
    unanswered: 'Die Adresse konnte nicht geprüft werden. Eine ungeprüfte Zahlung ist nicht sicher.',
    decide: 'Entscheiden, welche der beiden stimmt',
    reason: {
      LOOKALIKE_ADDRESS: ({ matched, undecided }) =>
        [
          'Sie sieht aus wie eine Adresse, die Sie kennen',
          matched === undefined
            ? ''
            : `: Die ersten ${matched.prefix} und die letzten ${matched.suffix} Zeichen sind gleich, die Mitte nicht`,
          undecided ? '. Sie kennen beide gleich gut: Nur der Inhaber kann sagen, welche stimmt.' : '.',
        ].join(''),
      ZERO_VALUE_BAIT: ({ count = 1 }) =>
        `${plural(count, 'Eine Überweisung', `${count} Überweisungen`)} von 0 USDC ${plural(count, 'hat', 'haben')} sie in Ihren Verlauf gebracht, damit Sie sie kopieren.`,
      COUNTERFEIT_TOKEN_BAIT: ({ count = 1 }) =>
        `${plural(count, 'Eine Überweisung', `${count} Überweisungen`)} von Falschgeld ${plural(count, 'hat', 'haben')} sie in Ihren Verlauf gebracht, damit Sie sie kopieren.`,
      DUST_BAIT: () =>
        'Von ihr kam ein winziger Betrag, der sie in Ihren Verlauf gebracht hat, damit Sie sie kopieren.',
      NEW_ADDRESS: () =>
        'Sie hat auf dieser Kette keinen Verlauf. Das ist üblich bei einer neuen Wallet und bei einem Tippfehler.',
      FRESH_ADDRESS: () => 'Sie tauchte vor weniger als einem Tag zum ersten Mal auf.',
      VERIFIED_RECIPIENT: () => 'Dort wurde eine geschützte Zahlung von Ihnen eingelöst.',
      KNOWN_COUNTERPARTY: () => 'Sie haben sie bezahlt oder gespeichert, oder es ist Ihre eigene.',
      DATA_UNAVAILABLE: ({ sources: missing = [] }) =>
        missing.length === 0
          ? 'Nicht alles konnte geprüft werden.'
          : `Nicht alles konnte geprüft werden. Ohne Antwort: ${missing.map(sourceOf).join(', ')}.`,
    },
  },
  send: {
    title: 'In USDC zahlen',
    lead: 'Das Geld wird für den Empfänger gesperrt, der es mit einem Code von Ihnen einlöst. Bis dahin können Sie es zurückholen.',
    recipient: 'Adresse des Empfängers',
    recipientHint: 'Vom Empfänger, nicht aus einem Verlauf. Sie wird schon beim Tippen geprüft.',
    scan: 'QR-Code scannen',
    time: 'Zeit zum Einlösen',
    timeHint: 'Danach geht das Geld an Sie zurück.',
    times: { hour: '1 Stunde', day: '1 Tag', week: '7 Tage' },
    review: 'Zahlung prüfen',
    preparing: 'Die Zahlung wird vorbereitet\u00a0…',
    claimLink: 'Das ist ein Link zum Einlösen. Öffnen',
    clipboardChanged: {
      title: 'Der eingefügte Text wurde verändert',
      why: 'Im Feld steht nicht, was in der Zwischenablage war. Vielleicht tauscht ein Programm auf diesem Gerät Adressen aus. Zahlen Sie von diesem Gerät nicht, bis Sie es gefunden haben.',
      labels: { pasted: 'Sie haben eingefügt', arrived: 'Im Feld steht' },
    },
  },
  block: {
    title: 'Zahlen Sie nicht an diese Adresse',
    titleChanged: 'Das hat sich geändert, seit Sie hingesehen haben',
    lead: 'Sie ahmt eine Adresse nach, die Sie kennen. Diebe stellen solche Adressen her und legen sie in Verläufe, damit man sie kopiert.',
    leadUndecided:
      'Zwei Adressen, die Sie kennen, sehen fast gleich aus. Eine davon ist vielleicht eine Nachahmung, und nichts hier kann sagen, welche.',
    leadIncomplete:
      'Ihre eigenen Zahlungen konnten nicht gelesen werden. Ob diese Adresse eine davon nachahmt, lässt sich nicht sagen.',
    paying: 'Sie wollen zahlen an',
    known: 'Sie kennen',
    back: 'Zurück',
    told: 'Der Empfänger hat mir diese Adresse persönlich gesagt',
    toldWhy:
      'Dann tippen Sie zwei Gruppen aus ihrer Mitte, wie der Empfänger sie Ihnen mündlich vorliest. Sie zahlen gegen diesen Rat.',
    goOn: 'Gegen diesen Rat fortfahren',
    reasons: 'Was gefunden wurde',
  },
}
